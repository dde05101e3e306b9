/** Orders of the last twelve months, and what of them is still to come. */
import type { Day } from '~/base/kernel/day';
import { sumCents, type Cents } from '~/base/kernel/money';

/** One order of the last twelve months, as far as charts and the own rhythm need it. */
export interface PastOrder {
  id: number;
  name: string;
  /** Its number in the customer's register of medicines. */
  suiteName: string | null;
  on: Day;
  cancelled: boolean;
  /** VAT included. */
  total: Cents;
  /** Goods without VAT; null where the ERP sends no lines. */
  goods: Cents | null;
  /** References of the products that were ordered, with the pieces that were not cancelled. */
  lines: readonly { reference: string; pieces: number }[];
  /** Goods without VAT that are still to come; 0 where the order is not open, null where the ERP does not tell. */
  toCome: Cents | null;
  /** Confirmed, and some of it is still to come; null where the ERP does not tell what was delivered. */
  open: boolean | null;
}

/** Goods without VAT of all of them that are still to come; null where one of them does not tell. */
export function goodsToCome(orders: readonly PastOrder[]): Cents | null {
  const amounts = orders.flatMap(({ toCome }) => (toCome === null ? [] : [toCome]));
  return amounts.length < orders.length ? null : sumCents(amounts);
}
