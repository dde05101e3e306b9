/** Reading a typed quantity, the same on both sides. */
import { halfWidth } from './half-width';

/** Why a typed quantity was not taken. */
export type QuantityRefusal =
  'zero' | 'negative' | 'fraction' | 'thousands' | 'too-many' | 'not-a-number';

export interface ReadQuantity {
  quantity: number | null;
  refusal: QuantityRefusal | null;
}

/**
 * A whole number from 1 to 9999; `2,0` is 2, `1 000` a thousand, full-width digits are digits. `1.000` is
 * one in one language and a thousand in the next: it is refused by that name.
 */
export function readQuantity(typed: string, limits = { minimum: 1, maximum: 9_999 }): ReadQuantity {
  const refuse = (refusal: QuantityRefusal): ReadQuantity => ({ quantity: null, refusal });
  const written = halfWidth(typed).trim();
  const grouped = /^\d{1,3}(?:[ '’]\d{3})+$/.test(written) ? written.replace(/\D/g, '') : written;
  const text = grouped.replace(',', '.');
  if (/^[+-]?\d{1,3}(?:[.,]\d{3})+$/.test(grouped)) return refuse('thousands');
  if (!/^[+-]?\d{1,30}(\.\d{1,6})?$/.test(text)) return refuse('not-a-number');
  const quantity = Number(text);
  if (!Number.isInteger(quantity)) return refuse('fraction');
  if (quantity < 0) return refuse('negative');
  if (quantity < limits.minimum) return refuse('zero');
  if (quantity > limits.maximum) return refuse('too-many');
  return { quantity, refusal: null };
}
