/**
 * Rewrites quantities in the notation of catalogues before a search text is parsed: `10 mg / 5 ml` becomes `2 mg/ml`,
 * `100 mg per ml` becomes `100 mg/ml`, and a pack of `100x`, `x100` or `100st` becomes `100`.
 */
import type { Locale } from '~/base/i18n/locales';
import { valueOf, writtenIn } from './figures';

/** Matches a number that does not start inside a longer number or word, so that each number is tried once. */
const number = String.raw`(?<![\p{L}\d.,])(\d{1,6}(?:[.,]\d{1,4})?)`;
const amount = 'mg|mcg|µg|μg|ug|g|ui|ie|iu';
const ratio = new RegExp(
  String.raw`${number}\s?(${amount})\s?(?:\/|per\s|par\s|pro\s)\s?(?:(\d{1,4}(?:[.,]\d{1,3})?)\s?)?(ml|cc|l|g|kg)(?![\p{L}\d])`,
  'giu',
);
/** Matches a CNK with its printed hyphen (`1234-567`), which becomes one number. */
const cnk = /(?<![\p{L}\d.,/-])(\d{4})-(\d{3})(?![\p{L}\d.,/-])/gu;
/** Matches an amount per piece, as in `5 mg per tablet`; the noun already names the dosage form. */
const inEach = new RegExp(String.raw`${number}\s?(${amount})\s(?:per|par|pro)\s(?=\p{L})`, 'giu');
const pack = new RegExp(
  String.raw`(?<![\p{L}\d.,/])(\d{1,4})\s?(?:x|st|stk|pcs|pc)(?![\p{L}\d.])(?!\s?\d)`,
  'giu',
);
/** Matches a multiplication sign before a pack size, as in `18g x 40`; `10 x 10` is a size. */
const times = /(^|\p{L}\s)[x×]\s?(?=\d{1,4}(?:\s|$))/giu;

interface Reworded {
  text: string;
  /** Each ratio that was calculated, with its result. */
  read: readonly { typed: string; read: string }[];
}

export function reworded(typed: string, locale: Locale): Reworded {
  // Without a digit there is nothing to rewrite.
  if (!/\d/.test(typed)) return { text: typed, read: [] };
  const read: { typed: string; read: string }[] = [];
  const text = typed
    .replace(ratio, (whole, ...parts: (string | undefined)[]) => {
      const [top = '', unit = '', bottom, in_ = ''] = parts;
      const value = valueOf(top, locale);
      const over = bottom === undefined ? 1 : valueOf(bottom, locale);
      // Amounts per hundred millilitres stay as typed, because labels write grams per hundred millilitres this way.
      if (value === null || over === null || over === 0 || over === 100) return whole;
      const said = `${writtenIn(value / over, locale)} ${unit}/${in_}`;
      if (over !== 1) read.push({ typed: whole, read: said });
      return over === 1 ? `${top} ${unit}/${in_}` : said;
    })
    .replace(cnk, '$1$2')
    .replace(inEach, '$1 $2 ')
    .replace(pack, '$1')
    .replace(times, '$1');
  return { text, read };
}
