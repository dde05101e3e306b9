/**
 * Statistics at the ERP (contract/erp.md 14.5, 19.5, 19.6).
 *
 * Quirks: more than one family in `top_ordered` gives nothing upstream, so at most one is sent; the five
 * years come without labels, oldest first; monthly totals are no call of their own and are summed from the
 * order summaries of the last twelve months (VAT included, cancelled orders left out).
 */
import { z } from 'zod';
import { noteRefused } from '~/erp/refused-amounts.server';
import { euros } from '~/erp/wire-fields.server';
import { cachedForSession } from '~/page/session-cache';
import type { PageRequest } from '~/page/page';
import { dayOf } from '~/kernel/day';
import { cents, sumCents, toCents, type Cents } from '~/kernel/money';
import {
  twelveMonths,
  type MonthlySpending,
  type MostOrderedFilter,
  type SpendingYear,
} from './statistics';

type Door = Pick<PageRequest, 'context'>;

const minute = 60_000;

const TopWire = z.object({ data: z.array(z.object({ product_id: z.int().positive() })) });

/** Ids of the products ordered most, most ordered first; empty where the ERP has no such call. */
export async function findMostOrdered(
  { context }: Door,
  filter: MostOrderedFilter,
  count: number,
): Promise<readonly number[]> {
  const family = filter === 'all' || filter === 'promotions' ? undefined : [filter];
  const answer = await context.erp.call(
    {
      path: 'sale_statistics/top_ordered',
      query: {
        page: 1,
        per_page: count,
        supplier_discount_only: filter === 'promotions' ? true : undefined,
        product_families: family,
      },
    },
    TopWire,
  );
  // Upstream returns everything when it does not know paging.
  return answer.kind === 'ok'
    ? answer.body.data.slice(0, count).map(({ product_id }) => product_id)
    : [];
}

/** Null: no amount. A sum with it left out, or taken for nothing, would be a wrong one. */
const turnover = euros.nullable().catch(null);
const YearsWire = z.object({
  data: z.array(z.object({ food: turnover, meds: turnover, equipment: turnover })),
});

/** Five years, the present one last; null where the ERP has no such call. */
export async function findFiveYears(page: Door): Promise<readonly SpendingYear[] | null> {
  const { context } = page;
  const year = Number(dayOf(context.clock.now()).slice(0, 4));
  return cachedForSession(page, 'five-years', 10 * minute, async () => {
    const answer = await context.erp.call({ path: 'sale_statistics/five_years' }, YearsWire);
    if (answer.kind !== 'ok') return null;
    const { data } = answer.body;
    const years = data.flatMap(({ food, meds, equipment }, position): SpendingYear[] =>
      food === null || meds === null || equipment === null
        ? []
        : [{ year: year - data.length + 1 + position, food, meds, equipment }],
    );
    if (years.length < data.length)
      noteRefused(context, 'sale_statistics/five_years', data.length - years.length);
    return years;
  });
}

const maxOrders = 500;
const OrdersWire = z.object({
  size: z.int().nonnegative(),
  data: z.array(z.object({ state: z.string(), date_order: z.string(), amount_total: turnover })),
});

/** Null where the ERP has no such call, or more orders than one answer holds. */
export async function findMonthlySpending(page: Door): Promise<MonthlySpending | null> {
  const { context } = page;
  const months = twelveMonths(dayOf(context.clock.now()).slice(0, 7));
  const [first = ''] = months;
  return cachedForSession(page, `monthly-spending:${first}`, 10 * minute, async () => {
    const answer = await context.erp.call(
      { path: 'orders', query: { page: 1, page_size: maxOrders, from_date: `${first}-01` } },
      OrdersWire,
    );
    if (answer.kind !== 'ok' || answer.body.size > answer.body.data.length) return null;
    const odd = answer.body.data.filter(({ amount_total: total }) => total === null).length;
    if (odd > 0) {
      noteRefused(context, 'orders', odd);
      return null;
    }
    const totals = new Map<string, Cents>(months.map((month) => [month, cents(0)]));
    for (const order of answer.body.data) {
      const instant = new Date(order.date_order);
      if (order.state === 'cancel' || Number.isNaN(instant.getTime())) continue;
      const month = dayOf(instant).slice(0, 7);
      const known = totals.get(month);
      if (known !== undefined)
        totals.set(month, sumCents([known, toCents(order.amount_total ?? 0)]));
    }
    const whole = [...totals.values()].slice(0, -1);
    return {
      months: [...totals].map(([month, total]) => ({ month, total })),
      average: cents(sumCents(whole) / Math.max(1, whole.length)),
    };
  });
}
