/** Rows of a pasted list or a file that order nothing, its headings and its sums: they are passed over and named. */
import type { Shop } from '~/page/shop';
import { shortened } from './lines';

/** `Total`, `Sous-total :`, `Totaal excl. btw`, `Grand total`, `Eindtotaal`. */
const sumWord =
  /^["';\s]*(?:(?:sub|sous|eind|algemeen|grand|order)[\s-]*)?(?:total(?:e|en)?|totaux|totaal)(?![\p{L}\d])/iu;
/** What an amount is written with, `1 234,50`; a code is such a run as well. */
const run = /[\d.,\s]+/g;
const isAmount = (text: string): boolean => /^[.,]\d\d$/.test(text.trimEnd().slice(-3));
/** As many digits as a code has at least. */
const codeDigits = /\d{5}/;

/** It begins with the word and names no code; an amount is none. */
export const isSumRow = (row: string): boolean =>
  sumWord.test(row) && !codeDigits.test(row.replace(run, (text) => (isAmount(text) ? ' ' : text)));

export const nameOfRow = (cells: readonly string[]): string =>
  shortened(
    cells
      .map((cell) => cell.trim())
      .filter(Boolean)
      .join(' '),
  );

export const namedRows = 5;

/** Which rows were passed over; of many the first ones stand for all. */
export function passedText(
  t: Shop['t'],
  passed: readonly string[],
  count: number = passed.length,
): string {
  const named = passed.slice(0, namedRows).map((row) => t('cart:quick.quoted', { text: row }));
  const rows = [...named, ...(count > namedRows ? ['…'] : [])].join(', ');
  return t('cart:quick.passed', { count, rows });
}
