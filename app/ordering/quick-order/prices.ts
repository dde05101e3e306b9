/** Prices on a row of a list: none of them says how many are ordered. Pure. */
const amount = String.raw`\d{1,3}(?:[. ]\d{3})*|\d+`;
const cents = String.raw`(?:${amount})[.,](?:\d\d|-)`;
const sign = String.raw`(?:€|(?<![\p{L}\d])eur(?:os?)?(?!\p{L}))`;
/** `@` stands before the price of one. */
const before = String.raw`(?:${sign}|(?<=\s)@)\s?`;

/** Cents, or an amount with its sign, and what stands behind them. */
const price = new RegExp(
  String.raw`^(?:(?:${before})?${cents}\s?(?:${sign})?|(?:${sign})\s?(?:${amount})|(?:${amount})\s?(?:${sign})|${sign}|\d*\s?%)$`,
  'iu',
);
export const isPrice = (cell: string): boolean => price.test(cell);

const marked = new RegExp(String.raw`${sign}|(?<=\s)@(?=\s?\d)`, 'iu');
/** With a sign of money on it: the number beside it is a price. */
export const hasMoney = (text: string): boolean => marked.test(text);

/** `2 € 12` may be two for twelve or twelve for two. */
const either = new RegExp(String.raw`(?<![\d.,])\d+\s?${sign}\s?\d+(?![.,\d])`, 'iu');
const prices = new RegExp(
  [
    String.raw`${before}(?:${cents}|(?:${amount})(?![.,\d]))`,
    String.raw`(?<![\p{L}\d.,-])(?:${cents}\s?${sign}|\d{1,4}\s?${sign}(?!\s?\d))`,
  ].join('|'),
  'giu',
);
/** `à 12,50`, `2 x 12,50`. */
export const isEach = (word: string): boolean => /^(?:[àa@x×*]|aan|at)$/i.test(word);

/** A row without its prices; null where it is not sure which number is one. */
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
