/**
 * The serial number of an order that a payment will confirm: that way has no field for it, so that it travels as the last
 * line of the note (contract/erp.md 9.13, 12.6). It is told apart again from what the customer typed, in whichever
 * language the line was written.
 */
import { locales } from '~/base/i18n/locales';
import { translator } from '~/base/i18n/translate';
import { noteText } from '~/base/page/untrusted/note-text.server';

const labels = locales.map((locale) => translator(locale)('checkout:reference.suite'));

/** The note as it was typed: without the line that an earlier try has added. */
export const noteWithoutSerial = (note: string): string =>
  note
    .split('\n')
    .filter((line) => !labels.some((label) => line.startsWith(`${label}: `)))
    .join('\n')
    .trim();

export const noteWithSerial = (note: string, label: string, serial: string): string =>
  `${noteWithoutSerial(note)}\n${label}: ${serial}`.trim();

/** The number reaches to the end of its line: tried up to each of its characters, blanks would cost their square (P-92). */
const lastLine = new RegExp(
  `(^|\\n|<br\\s*/?>|<p[^<>]*>)(?:${labels.join('|')}): ([^\\n<]+)(?![^\\n<])(?=\\s*(?:</p>\\s*)?$)`,
);

/** An order's note as HTML without the number, null where nothing else is in it, and the number. */
export function splitNote(html: string | null): { note: string | null; serial: string | null } {
  const [, before = '', serial] = lastLine.exec(html ?? '') ?? [];
  if (html === null || serial === undefined) return { note: html, serial: null };
  const rest = html.replace(lastLine, before.startsWith('<p') ? before : '');
  return { note: noteText(rest) === '' ? null : rest, serial: noteText(serial) };
}
