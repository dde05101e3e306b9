/**
 * Stores the customer's serial number of an order in the last line of its note, when a payment will confirm the order.
 * The payment call has no field for the number (contract/erp.md 9.13, 12.6). `splitNote` separates the number from the
 * customer's own text, in whichever language the label was written.
 */
import { locales } from '~/base/i18n/locales';
import { translator } from '~/base/i18n/translate';
import { noteText } from '~/base/page/untrusted/note-text.server';

const labels = locales.map((locale) => translator(locale)('checkout:reference.suite'));

/** The customer's note without the serial line that an earlier attempt added. */
export const noteWithoutSerial = (note: string): string =>
  note
    .split('\n')
    .filter((line) => !labels.some((label) => line.startsWith(`${label}: `)))
    .join('\n')
    .trim();

export const noteWithSerial = (note: string, label: string, serial: string): string =>
  `${noteWithoutSerial(note)}\n${label}: ${serial}`.trim();

/**
 * Regular expression for the serial line. Its lookahead makes the number extend to the end of its line. Without it,
 * backtracking over blanks would take quadratic time (P-92).
 */
const lastLine = new RegExp(
  `(^|\\n|<br\\s*/?>|<p[^<>]*>)(?:${labels.join('|')}): ([^\\n<]+)(?![^\\n<])(?=\\s*(?:</p>\\s*)?$)`,
);

/** Splits an order's HTML note into the customer's text (null when empty) and the serial number. */
export function splitNote(html: string | null): { note: string | null; serial: string | null } {
  const [, before = '', serial] = lastLine.exec(html ?? '') ?? [];
  if (html === null || serial === undefined) return { note: html, serial: null };
  const rest = html.replace(lastLine, before.startsWith('<p') ? before : '');
  return { note: noteText(rest) === '' ? null : rest, serial: noteText(serial) };
}
