/** Parses an entered quantity, with the same rules in browser and server. */
import { halfWidth } from './half-width';

/** Why an entered quantity was rejected. */
export type QuantityRefusal =
  'zero' | 'negative' | 'fraction' | 'thousands' | 'packs' | 'too-many' | 'code' | 'not-a-number';

export interface ReadQuantity {
  quantity: number | null;
  refusal: QuantityRefusal | null;
}

const orderable = { minimum: 1, maximum: 9_999 };
/** `1.000` is one in some languages and a thousand in others; only `0.500` is never grouped thousands. */
const thousands =
  /^[+-]?(?!0[.,]\d{3}$)\d{1,3}(?:(?:[.,]\d{3})+|(?:\.\d{3})+,\d+|(?:,\d{3})+\.\d+)$/;
/** Two copied table cells are separated by a tab or a line break, which a browser turns into a space: `2 500`. */
const cells = /^[1-9]\d{0,2}(?:\s+\d{3})+(?:[.,]\d+)?$/;

/**
 * Grouped thousands with a single meaning: `1 000` with a no-break space, `1’000`, and `1.000,00` or `1,000.00`, where
 * the second separator decides. A plain space is accepted when the next group begins with 0, which no separate cell
 * would: `1 050`.
 */
const grouped =
  /^[1-9]\d{0,2}(?:(?:[\xa0\u2000-\u200a\u202f'’]\d{3}| 0\d\d)+(?:[.,]0+)?|(?:\.\d{3})+,0+|(?:,\d{3})+\.0+)$/;
/**
 * Units other than pieces. The shop rejects "a dozen", which may mean twelve pieces or twelve boxes; Dutch `dozen`
 * means boxes.
 */
const packs =
  /^\d{1,4}\s*(?:d(?:o?z|ozens?|ouzaines?|ozijn(?:en)?|izaines?|oos|oosjes?)|tiental(?:len)?|bo[iî]tes?|bte?s?|ds|box(?:es)?|pcks?|packs?|pakjes?|pakken|pak|paquets?|cartons?|ctns?|car|kar|karton(?:nen)?|colis|caisses?|palett?en|palettes?|pallets?|kist(?:en)?|krat(?:ten)?|cases?|crates?)\.?(?:\s(?:de|of|van))?$/i;
/** Packs may also be named before the number: `colis 3` means three packs. */
const packFirst = /^([^\d\s]+)\s*(\d{1,4})$/;

/** Matches fractions: `1/2`, `½`, `1 1/2 doos`, `0,5 boîte`, `une demi-boîte`. */
const fractions =
  /^(?:(?:\d{1,4}\s?)?(?:[½¼¾⅓⅔]|\d[/⁄]\d{1,2})|\d{0,4}[.,]\d{1,2}(?=\s\p{L}))(?:\s\p{L}.*)?$|^(?:une?|een|an?)?\s?(?:demi|halve?|half)(?!\p{L})/iu;

/**
 * Matches a product code that was scanned into the quantity field: at least seven digits, as a CNK or EAN has, leading
 * zeros included. A round million counts as a quantity.
 */
const scanned = /^(?!\d0+$)\d{7}/;

/**
 * The two possible values of `1.000` or `2 500`, the second with grouped thousands. Undefined when the text is
 * unambiguous or not a number.
 */
export function ambiguousValues(
  typed: string,
): readonly [smaller: number, thousands: number] | undefined {
  const digits = digitsOf(typed);
  const [, whole, mark = '', rest = ''] = /^([1-9]\d{0,2})([.,]|\s+)(\d{3})$/.exec(digits) ?? [];
  return whole === undefined
    ? undefined
    : [mark.trim() === '' ? Number(whole) : numberOf(digits), Number(whole + rest)];
}

/** Matches full-width, invisible or typographic characters, among others. */
const oddSign = /[^ -~]/;

function digitsOf(typed: string): string {
  // Removes invisible characters, such as right-to-left marks, which come with text copied from a message or a PDF.
  const written = oddSign.test(typed)
    ? halfWidth(typed)
        .replace(/\p{Cf}/gu, '')
        .trim()
        .replace(/^[−–](?=\d)/, '-')
    : typed.trim();
  return grouped.test(written) ? written.replace(/[.,]0+$/, '').replace(/\D/g, '') : written;
}

/** The number that the digits form; NaN when the text is not a number. */
const numberOf = (digits: string): number =>
  /^[+-]?\d{1,30}([.,]\d{1,6})?$/.test(digits) ? Number(digits.replace(',', '.')) : NaN;

/** Maximum length of a quantity, longer than any valid notation. */
const longest = 40;
/**
 * Shortens an entered quantity for an address. A shortened text ends with an ellipsis, because cut digits would be
 * another quantity.
 */
export const shortenQuantity = (typed: string): string => {
  const text = typed.trim();
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};

/**
 * Parses a quantity of at most three plain digits; null for any other text and above `most`. The browser scripts leave
 * all other texts to the server, which also asks the customer to confirm quantities far above the usual.
 */
export function quantityIn(typed: string, most: number): number | null {
  const number = Number(typed);
  return /^\d{1,3}$/.test(typed) && number <= most ? number : null;
}

/**
 * Parses a whole number from 1 to 9999. `2,0` is 2, `1 000` with a no-break space is a thousand, full-width digits
 * count as digits. It rejects `1.000` and `2 500` as `thousands`, and a code scanned into the field as `code`.
 */
export function readQuantity(typed: string, limits = orderable): ReadQuantity {
  // Fast path: an imported table has hundreds of thousands of plain numbers, which need only the range check.
  const isPlain = /^\d{1,6}$/.test(typed);
  const digits = isPlain ? typed : digitsOf(typed);
  const refusal = isPlain ? rangeRefusal(Number(typed), limits) : refusalOf(digits, limits);
  return { quantity: refusal === null ? numberOf(digits) : null, refusal };
}

const isPacks = (digits: string): boolean =>
  /[a-z]/i.test(digits) && packs.test(digits.replace(packFirst, '$2 $1'));

/** Whether `readQuantity` rejects a text as a number of packs. */
export const countsPacks = (typed: string): boolean => isPacks(digitsOf(typed));

/** Why a quantity is rejected; null when it is accepted. */
function refusalOf(digits: string, limits: typeof orderable): QuantityRefusal | null {
  const number = numberOf(digits);
  if (thousands.test(digits) || cells.test(digits)) return 'thousands';
  if (isPacks(digits)) return 'packs';
  if (scanned.test(digits)) return 'code';
  if (fractions.test(digits)) return 'fraction';
  if (Number.isNaN(number)) return 'not-a-number';
  if (!Number.isInteger(number)) return 'fraction';
  return number < 0 ? 'negative' : rangeRefusal(number, limits);
}

function rangeRefusal(
  number: number,
  { minimum, maximum }: typeof orderable,
): QuantityRefusal | null {
  if (number < minimum) return 'zero';
  return number > maximum ? 'too-many' : null;
}
