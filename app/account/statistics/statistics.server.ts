/**
 * Statistics of the ERP (contract/erp.md 14.5, 19.5, 19.6).
 *
 * `top_ordered` returns nothing for more than one product family, so the shop sends at most one. The ERP sends the five
 * years without labels, oldest first. It has no call for monthly totals; the shop sums them from the order summaries of
 * the last twelve months, without cancelled orders.
 */
import { z } from 'zod';
import { findRecord } from '~/base/erp/calls.server';
import { logInvalidAmounts } from '~/base/erp/refused-amounts.server';
import { findPastOrders } from '~/ordering/on-order/past-orders.server';
import { count, day, euros, readable } from '~/base/erp/wire-fields.server';
import { cachedCallMs } from '~/base/page/optional';
import { cachedForCustomer } from '~/base/page/session-cache.server';
import type { PageRequest } from '~/base/page/page';
import { dayOf } from '~/base/kernel/day';
import type { Paging } from '~/base/ui/page/paging';
import {
  monthlySpending,
  openOrders,
  type MonthlySpending,
  type MostOrderedFilter,
  type MostOrderedPage,
  type OpenOrders,
  type OrderedProduct,
  type SpendingYear,
} from './statistics';

type LoadContext = Pick<PageRequest, 'context'>;

const minute = 60_000;

const TopWire = z.object({
  size: count.catch(0),
  data: readable(
    z
      .object({
        product_id: z.int().positive(),
        ordered_count: z.number().nonnegative().catch(0),
        date_last_ordered: day,
      })
      .transform((wire): OrderedProduct => ({
        productId: wire.product_id,
        count: Math.round(wire.ordered_count),
        lastOn: wire.date_last_ordered,
      })),
  ),
});

/** A page of the most ordered products; empty when the ERP lacks the call. Cached for ten minutes. */
export async function findMostOrdered(
  page: LoadContext,
  filter: MostOrderedFilter,
  paging: Paging,
): Promise<MostOrderedPage> {
  const { context } = page;
  const family = filter === 'all' || filter === 'promotions' ? undefined : [filter];
  const name = `most-ordered:${filter}:${paging.page}:${paging.size}`;
  return cachedForCustomer(page, name, 10 * minute, async () => {
    const found = await findRecord(
      context,
      {
        path: 'sale_statistics/top_ordered',
        query: {
          page: paging.page,
          per_page: paging.size,
          supplier_discount_only: filter === 'promotions' ? true : undefined,
          product_families: family,
        },
        timeoutMs: cachedCallMs,
      },
      TopWire,
    );
    if (found === null) return { total: 0, items: [] };
    const { size, data } = found;
    const total = Math.max(size, data.length);
    if (data.length <= paging.size) return { total, items: data };
    // An ERP that ignores the page number returns the whole list, so the shop selects the page here.
    const from = (paging.page - 1) * paging.size;
    return { total, items: data.slice(from, from + paging.size) };
  });
}

/**
 * Schema of an amount; null when the value is not one. A sum that omits such a value or counts it as zero would be
 * wrong.
 */
const turnover = euros.nullable().catch(null);
const YearsWire = z.object({
  data: z.array(z.object({ food: turnover, meds: turnover, equipment: turnover })),
});

/** Five years, the current one last; null when the ERP lacks the call. */
export async function findFiveYears(page: LoadContext): Promise<readonly SpendingYear[] | null> {
  const { context } = page;
  const year = Number(dayOf(context.clock.now()).slice(0, 4));
  return cachedForCustomer(page, 'five-years', 10 * minute, async () => {
    const found = await findRecord(
      context,
      { path: 'sale_statistics/five_years', timeoutMs: cachedCallMs },
      YearsWire,
    );
    if (found === null) return null;
    const { data } = found;
    const years = data.flatMap(({ food, meds, equipment }, position): SpendingYear[] =>
      food === null || meds === null || equipment === null
        ? []
        : [{ year: year - data.length + 1 + position, food, meds, equipment }],
    );
    if (years.length < data.length)
      logInvalidAmounts(context, 'sale_statistics/five_years', data.length - years.length);
    return years;
  });
}

/** Spending per month; null when the past orders are incomplete. */
export async function findMonthlySpending(page: LoadContext): Promise<MonthlySpending | null> {
  const orders = await findPastOrders(page);
  return orders && monthlySpending(orders, dayOf(page.context.clock.now()).slice(0, 7));
}

/** The open orders; null when the past orders are incomplete or do not report deliveries. */
export async function findOpenOrders(page: LoadContext): Promise<OpenOrders | null> {
  const orders = await findPastOrders(page);
  return orders && openOrders(orders);
}
