/** Reading a typed quantity, the same on both sides. */
import { halfWidth } from './half-width';

/** Why a typed quantity was not taken. */
export type QuantityRefusal =
  'zero' | 'negative' | 'fraction' | 'thousands' | 'too-many' | 'not-a-number';

export interface ReadQuantity {
  quantity: number | null;
  refusal: QuantityRefusal | null;
}

const orderable = { minimum: 1, maximum: 9_999 };
/** `1.000` is one in one language and a thousand in the next. */
const thousands = /^[+-]?\d{1,3}(?:[.,]\d{3})+$/;

function digitsOf(typed: string): string {
  const written = halfWidth(typed).trim();
  return /^\d{1,3}(?:[ '’]\d{3})+$/.test(written) ? written.replace(/\D/g, '') : written;
}

/** NaN where it is none. */
const numberOf = (digits: string): number =>
  /^[+-]?\d{1,30}([.,]\d{1,6})?$/.test(digits) ? Number(digits.replace(',', '.')) : NaN;

/** The quantity that was typed, null when it is not taken: all that the islands want to know. */
export function quantityIn(typed: string, { minimum, maximum } = orderable): number | null {
  const digits = digitsOf(typed);
  const number = thousands.test(digits) ? NaN : numberOf(digits);
  return Number.isInteger(number) && number >= minimum && number <= maximum ? number : null;
}

/**
 * A whole number from 1 to 9999; `2,0` is 2, `1 000` a thousand, full-width digits are digits. `1.000` is
 * refused by that name.
 */
export function readQuantity(typed: string, limits = orderable): ReadQuantity {
  const quantity = quantityIn(typed, limits);
  return { quantity, refusal: quantity === null ? refusalOf(digitsOf(typed), limits) : null };
}

function refusalOf(digits: string, { minimum }: typeof orderable): QuantityRefusal {
  const number = numberOf(digits);
  if (thousands.test(digits)) return 'thousands';
  if (Number.isNaN(number)) return 'not-a-number';
  if (!Number.isInteger(number)) return 'fraction';
  if (number < 0) return 'negative';
  return number < minimum ? 'zero' : 'too-many';
}
