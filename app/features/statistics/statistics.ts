/** What a customer buys: the products ordered most, and what was spent (ACC-01). */
import type { Cents } from '~/kernel/money';

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

export interface MonthlySpending {
  /** Twelve months, oldest first, the present one last. */
  months: readonly SpendingMonth[];
  /** Of the whole months before the present one. */
  average: Cents;
}

/** The first month of the year that ends with `month`, and all after it: `2026-11` → `2025-12` … */
export function twelveMonths(month: string): string[] {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(year, number - 12 + back, 1)).toISOString().slice(0, 7),
  );
}
