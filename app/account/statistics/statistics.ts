/** The customer's purchases: most ordered products, and spending (ACC-01). */
import type { PastOrder } from '~/ordering/on-order/past-orders';
import { twelveMonths, type Day } from '~/base/kernel/day';
import { cents, sumCents, type Cents } from '~/base/kernel/money';

export const mostOrderedFilters = ['all', 'meds', 'food', 'equipment', 'promotions'] as const;
export type MostOrderedFilter = (typeof mostOrderedFilters)[number];

export const readMostOrderedFilter = (raw: string | null): MostOrderedFilter =>
  mostOrderedFilters.find((filter) => filter === raw) ?? 'all';

export const families = ['meds', 'food', 'equipment'] as const;
export type Family = (typeof families)[number];

/** Spending of one year in whole euros without VAT, by product family. */
export interface SpendingYear {
  year: number;
  meds: number;
  food: number;
  equipment: number;
}

export const totalOf = (year: SpendingYear): number => year.meds + year.food + year.equipment;

interface SpendingMonth {
  /** The month, in the form `2026-11`. */
  month: string;
  total: Cents;
}

/** Number of open orders, and the day on which the newest of them was placed. */
export interface OpenOrders {
  count: number;
  newest: Day | null;
}

/**
 * Counts the open orders. Null when one of the orders does not report its deliveries, because the count would be too
 * low.
 */
export function openOrders(orders: readonly PastOrder[]): OpenOrders | null {
  if (orders.some(({ open }) => open === null)) return null;
  const days = orders.flatMap(({ open, on }) => (open ? [on] : []));
  return { count: days.length, newest: days.toSorted().at(-1) ?? null };
}

export interface MonthlySpending {
  /**
   * `without-vat`, as in the yearly charts, when the ERP sends the lines of all orders; otherwise `with-vat`, from the
   * ERP's totals.
   */
  basis: 'without-vat' | 'with-vat';
  /** Twelve months, oldest first, the current one last. */
  months: readonly SpendingMonth[];
  /** Average of the complete months before the current one. */
  average: Cents;
}

/** Spending per month. A single order without lines makes all months use totals, VAT included. */
export function monthlySpending(orders: readonly PastOrder[], month: string): MonthlySpending {
  const counted = orders.filter(({ cancelled }) => !cancelled);
  const withoutVat = counted.every(({ goods }) => goods !== null);
  const totals = new Map<string, Cents>(twelveMonths(month).map((one) => [one, cents(0)]));
  for (const { on, total, goods } of counted) {
    const known = totals.get(on.slice(0, 7));
    const amount = withoutVat ? (goods ?? total) : total;
    if (known !== undefined) totals.set(on.slice(0, 7), sumCents([known, amount]));
  }
  const whole = [...totals.values()].slice(0, -1);
  return {
    basis: withoutVat ? 'without-vat' : 'with-vat',
    months: [...totals].map(([name, total]) => ({ month: name, total })),
    average: cents(sumCents(whole) / Math.max(1, whole.length)),
  };
}

/** One of the most ordered products. */
export interface OrderedProduct {
  productId: number;
  /** Number of orders that contain the product. */
  count: number;
  lastOn: Day | null;
}

export interface MostOrderedPage {
  total: number;
  items: readonly OrderedProduct[];
}
