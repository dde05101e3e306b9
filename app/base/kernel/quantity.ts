/** Reading a typed quantity, the same on both sides. */
import { halfWidth } from './half-width';

/** Why a typed quantity was not taken. */
export type QuantityRefusal =
  'zero' | 'negative' | 'fraction' | 'thousands' | 'packs' | 'too-many' | 'code' | 'not-a-number';

export interface ReadQuantity {
  quantity: number | null;
  refusal: QuantityRefusal | null;
}

const orderable = { minimum: 1, maximum: 9_999 };
/** `1.000` is one in one language and a thousand in the next; nobody groups `0.500`. */
const thousands = /^[+-]?[1-9]\d{0,2}(?:(?:[.,]\d{3})+|(?:\.\d{3})+,\d+|(?:,\d{3})+\.\d+)$/;
/** Two cells that were copied come with a tab or a line between them, of which a browser makes a space: `2 500`. */
const cells = /^[1-9]\d{0,2}(?:\s+\d{3})+(?:[.,]\d+)?$/;

/**
 * `1 000` with the space that programs write, `1’000`, and the two that a second mark makes plain: `1.000,00`, `1,000.00`.
 * With a plain space too where no cell would hold what follows it, `1 050`.
 */
const grouped =
  /^\d{1,3}(?:(?:[\xa0\u2000-\u200a\u202f'’]\d{3}| 0\d\d)+(?:[.,]0+)?|(?:\.\d{3})+,0+|(?:,\d{3})+\.0+)$/;
/** A dozen of one product is twelve pieces, of the next a dozen boxes; Dutch `dozen` are boxes. */
const packs =
  /^\d{1,4}\s*(?:d(?:o?z|ozens?|ouzaines?|ozijn(?:en)?|izaines?|oos|oosjes?)|tiental(?:len)?|bo[iî]tes?|bte?s?|ds|box(?:es)?|pcks?|packs?|pakjes?|pakken|pak|paquets?|cartons?|ctns?|car|kar|karton(?:nen)?|colis|caisses?|palett?en|palettes?|pallets?|kist(?:en)?|krat(?:ten)?|cases?|crates?)\.?(?:\s(?:de|of|van))?$/i;
/** `colis 3` is three of them as well. */
const packFirst = /^([^\d\s]+)\s*(\d{1,4})$/;

/** `1/2`, `½`, `1 1/2 doos`, `0,5 boîte`, `une demi-boîte`. */
const fractions =
  /^(?:(?:\d{1,4}\s?)?(?:[½¼¾⅓⅔]|\d[/⁄]\d{1,2})|\d{0,4}[.,]\d{1,2}(?=\s\p{L}))(?:\s\p{L}.*)?$|^(?:une?|een|an?)?\s?(?:demi|halve?|half)(?!\p{L})/iu;

/** As many digits as a CNK or EAN: a scan into the wrong field, leading zeros included. A million is a count. */
const scanned = /^(?!\d0+$)\d{7}/;

/** What `1.000` and `2 500` may mean, one of them as thousands; undefined where it is plain, or no number. */
export function twoReadings(
  typed: string,
): readonly [smaller: number, thousands: number] | undefined {
  const digits = digitsOf(typed);
  const [, whole, mark = '', rest = ''] = /^([1-9]\d{0,2})([.,]|\s+)(\d{3})$/.exec(digits) ?? [];
  return whole === undefined
    ? undefined
    : [mark.trim() === '' ? Number(whole) : numberOf(digits), Number(whole + rest)];
}

/** Full-width, invisible or typographic, among others. */
const oddSign = /[^ -~]/;

function digitsOf(typed: string): string {
  // Invisible marks come along from a message or a PDF, as those of writing from right to left.
  const written = oddSign.test(typed)
    ? halfWidth(typed)
        .replace(/\p{Cf}/gu, '')
        .trim()
        .replace(/^[−–](?=\d)/, '-')
    : typed.trim();
  return grouped.test(written) ? written.replace(/[.,]0+$/, '').replace(/\D/g, '') : written;
}

/** NaN where it is none. */
const numberOf = (digits: string): number =>
  /^[+-]?\d{1,30}([.,]\d{1,6})?$/.test(digits) ? Number(digits.replace(',', '.')) : NaN;

/** Longer than any way to write a quantity. */
const longest = 40;
/** What was typed, to go along in an address: cut short it would be another quantity, and so it ends with an ellipsis. */
export const shownAgain = (typed: string): string => {
  const text = typed.trim();
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};

/**
 * A quantity in at most three plain digits, null for all else: the islands leave that to the server, which also asks
 * about quantities far above the usual (`most`).
 */
export function quantityIn(typed: string, most: number): number | null {
  const number = Number(typed);
  return /^\d{1,3}$/.test(typed) && number <= most ? number : null;
}

/**
 * A whole number from 1 to 9999; `2,0` is 2, `1 000` a thousand, full-width digits are digits. `1.000` and `2 500` are
 * refused by that name, and so is a code that was scanned into the field.
 */
export function readQuantity(typed: string, limits = orderable): ReadQuantity {
  // A table has hundreds of thousands of plain numbers: no other rule is asked of them.
  const isPlain = /^\d{1,6}$/.test(typed);
  const digits = isPlain ? typed : digitsOf(typed);
  const refusal = isPlain ? beyond(Number(typed), limits) : refusalOf(digits, limits);
  return { quantity: refusal === null ? numberOf(digits) : null, refusal };
}

const isPacks = (digits: string): boolean =>
  /[a-z]/i.test(digits) && packs.test(digits.replace(packFirst, '$2 $1'));

/** Whether `readQuantity` refuses a text as so many packs. */
export const countsPacks = (typed: string): boolean => isPacks(digitsOf(typed));

/** Null: it is taken. */
function refusalOf(digits: string, limits: typeof orderable): QuantityRefusal | null {
  const number = numberOf(digits);
  if (thousands.test(digits) || cells.test(digits)) return 'thousands';
  if (isPacks(digits)) return 'packs';
  if (scanned.test(digits)) return 'code';
  if (fractions.test(digits)) return 'fraction';
  if (Number.isNaN(number)) return 'not-a-number';
  if (!Number.isInteger(number)) return 'fraction';
  return number < 0 ? 'negative' : beyond(number, limits);
}

function beyond(number: number, { minimum, maximum }: typeof orderable): QuantityRefusal | null {
  if (number < minimum) return 'zero';
  return number > maximum ? 'too-many' : null;
}
