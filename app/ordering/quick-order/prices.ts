/** Detects prices in the row of a list; a price is never the quantity. Pure. */
const amount = String.raw`\d{1,3}(?:[. ]\d{3})*|\d+`;
const cents = String.raw`(?:${amount})[.,](?:\d\d|-)`;
const sign = String.raw`(?:€|(?<![\p{L}\d])eur(?:os?)?(?!\p{L}))`;
/** An `@` stands before a unit price. */
const before = String.raw`(?:${sign}|(?<=\s)@)\s?`;

/** Matches an amount with cents or with a currency sign, a lone currency sign, or a percentage. */
const price = new RegExp(
  String.raw`^(?:(?:${before})?${cents}\s?(?:${sign})?|(?:${sign})\s?(?:${amount})|(?:${amount})\s?(?:${sign})|${sign}|\d*\s?%)$`,
  'iu',
);
export const isPrice = (cell: string): boolean => price.test(cell);

const marked = new RegExp(String.raw`${sign}|(?<=\s)@(?=\s?\d)`, 'iu');
/** True when the text has a currency sign: the number beside it is a price. */
export const hasMoney = (text: string): boolean => marked.test(text);

/** An amount that is unclear: `2 € 12` may be two pieces for 12 euros, or twelve pieces for 2 euros. */
const either = new RegExp(String.raw`(?<![\d.,])\d+\s?${sign}\s?\d+(?![.,\d])`, 'iu');
const prices = new RegExp(
  [
    String.raw`${before}(?:${cents}|(?:${amount})(?![.,\d]))`,
    String.raw`(?<![\p{L}\d.,-])(?:${cents}\s?${sign}|\d{1,4}\s?${sign}(?!\s?\d))`,
  ].join('|'),
  'giu',
);
/** Word before a unit price: `à 12,50`, `2 x 12,50`. */
export const isEach = (word: string): boolean => /^(?:[àa@x×*]|aan|at)$/i.test(word);

/** Returns the row without its prices, and the prices. Returns null when it is unclear which number is a price. */
export const withoutPrices = (text: string): { rest: string; prices: string } | null =>
  either.test(text)
    ? null
    : {
        rest: text
          .replace(prices, ' ')
          .replace(/\s+/g, ' ')
          .replace(/(?:\s(?:[àa@x×*]|aan|at))?\s?[,;]?\s?$/i, '')
          .trim(),
        prices: (text.match(prices) ?? []).join(' ').trim(),
      };
