/** What a customer buys: the products ordered most, and what was spent (ACC-01). */
import type { PastOrder } from '~/ordering/on-order/past-orders';
import { twelveMonths, type Day } from '~/base/kernel/day';
import { cents, sumCents, type Cents } from '~/base/kernel/money';

export const mostOrderedFilters = ['all', 'meds', 'food', 'equipment', 'promotions'] as const;
export type MostOrderedFilter = (typeof mostOrderedFilters)[number];

export const readMostOrderedFilter = (raw: string | null): MostOrderedFilter =>
  mostOrderedFilters.find((filter) => filter === raw) ?? 'all';

export const families = ['meds', 'food', 'equipment'] as const;
export type Family = (typeof families)[number];

/** Whole euros without VAT, by family. */
export interface SpendingYear {
  year: number;
  meds: number;
  food: number;
  equipment: number;
}

export const totalOf = (year: SpendingYear): number => year.meds + year.food + year.equipment;

export interface SpendingMonth {
  /** `2026-11` */
  month: string;
  total: Cents;
}

/** Orders under way, and when the newest of them was placed. */
export interface OpenOrders {
  count: number;
  newest: Day | null;
}

/** Null where one of them does not tell what was delivered: a number that is too low would be believed. */
export function openOrders(orders: readonly PastOrder[]): OpenOrders | null {
  if (orders.some(({ open }) => open === null)) return null;
  const days = orders.flatMap(({ open, on }) => (open ? [on] : []));
  return { count: days.length, newest: days.toSorted().at(-1) ?? null };
}

export interface MonthlySpending {
  /** As the charts of years where lines came, else as the ERP has its totals. */
  basis: 'without-vat' | 'with-vat';
  /** Twelve months, oldest first, the present one last. */
  months: readonly SpendingMonth[];
  /** Of the whole months before the present one. */
  average: Cents;
}

/** What was spent month by month; one order without lines puts all months on the totals, VAT included. */
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

/** A product among those ordered most. */
export interface OrderedProduct {
  productId: number;
  /** In how many orders. */
  count: number;
  lastOn: Day | null;
}

export interface MostOrderedPage {
  total: number;
  items: readonly OrderedProduct[];
}
