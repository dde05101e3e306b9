/** Orders of the last twelve months, and the value of their goods that are still to be delivered. */
import type { Day } from '~/base/kernel/day';
import { sumCents, type Cents } from '~/base/kernel/money';

/** One order of the last twelve months, with the data that charts and usual quantities need. */
export interface PastOrder {
  id: number;
  name: string;
  /** The order's serial number in the customer's register of medicines. */
  suiteName: string | null;
  on: Day;
  cancelled: boolean;
  /** Total of the order, VAT included. */
  total: Cents;
  /** Untaxed goods; null when the ERP sends no lines. */
  goods: Cents | null;
  /** SKUs of the ordered products, with the pieces that were not cancelled. */
  lines: readonly { reference: string; pieces: number }[];
  /** Untaxed goods still to be delivered; 0 when the order is not open, null when the ERP does not report it. */
  toCome: Cents | null;
  /** True when the order is confirmed and not fully delivered; null when the ERP does not report deliveries. */
  open: boolean | null;
}

/** Untaxed goods still to be delivered over all orders; null when any of them is unknown. */
export function goodsToCome(orders: readonly PastOrder[]): Cents | null {
  const amounts = orders.flatMap(({ toCome }) => (toCome === null ? [] : [toCome]));
  return amounts.length < orders.length ? null : sumCents(amounts);
}
