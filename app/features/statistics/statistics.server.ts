/**
 * Statistics at the ERP (contract/erp.md 14.5, 19.5, 19.6).
 *
 * Quirks: more than one family in `top_ordered` gives nothing upstream, so at most one is sent; the five
 * years come without labels, oldest first; monthly totals are no call of their own and are summed from the
 * order summaries of the last twelve months (cancelled orders left out).
 */
import { z } from 'zod';
import { findRecord } from '~/erp/calls.server';
import { noteRefused } from '~/erp/refused-amounts.server';
import { count, euros, pieces } from '~/erp/wire-fields.server';
import { cachedCallMs, subject } from '~/page/optional';
import { cachedForCustomer, customerKey } from '~/page/session-cache.server';
import type { PageRequest } from '~/page/page';
import { dayOf } from '~/kernel/day';
import { instantFrom } from '~/kernel/instant';
import { sumCents, toCents } from '~/kernel/money';
import type { Paging } from '~/ui/page/paging';
import {
  monthlySpending,
  openOrders,
  twelveMonths,
  type MonthlySpending,
  type MostOrderedFilter,
  type MostOrderedPage,
  type OpenOrders,
  type OrderedProduct,
  type PastOrder,
  type SpendingYear,
} from './statistics';

type LoadContext = Pick<PageRequest, 'context'>;

const minute = 60_000;

const day = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => {
    const instant = instantFrom(value ?? null);
    return instant ? dayOf(instant) : null;
  });
const TopWire = z.object({
  size: count.catch(0),
  data: z.array(
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

/** A page of the products ordered most; empty where the ERP has no such call. Kept for ten minutes. */
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
    // Upstream returns everything when it does not know paging.
    const from = (paging.page - 1) * paging.size;
    return { total, items: data.slice(from, from + paging.size) };
  });
}

/** Null: no amount. A sum with it left out, or taken for nothing, would be a wrong one. */
const turnover = euros.nullable().catch(null);
const YearsWire = z.object({
  data: z.array(z.object({ food: turnover, meds: turnover, equipment: turnover })),
});

/** Five years, the present one last; null where the ERP has no such call. */
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
      noteRefused(context, 'sale_statistics/five_years', data.length - years.length);
    return years;
  });
}

const pastOrdersName = (firstMonth: string): string => `past-orders:${firstMonth}`;
const maxOrders = 500;
const quantity = pieces.catch(0);
const LineWire = z.object({
  reference: z.string().nullish().catch(null),
  price: euros,
  qty_ordered: pieces,
  qty_delivered: z
    .number()
    .nullish()
    .catch(null)
    .transform((pieces) => pieces ?? null),
  qty_canceled: quantity,
});
const OrdersWire = z.object({
  size: count,
  data: z.array(
    z.object({
      state: z.string(),
      date_order: z.string(),
      amount_total: turnover,
      lines: z.array(LineWire).nullish().catch(null),
    }),
  ),
});

/** Words of orders of which nothing is to come: not confirmed, or done with. */
const closedStates: ReadonlySet<string> = new Set([
  'draft',
  'sent',
  'pending',
  'estimating',
  'estimated',
  'cancel',
  'done',
  'shipped',
  'delivery_full',
]);

type OrderWire = z.output<typeof OrdersWire>['data'][number];

function isOpen({ state, lines }: OrderWire): boolean | null {
  if (closedStates.has(state)) return false;
  if (!lines || lines.some(({ qty_delivered }) => qty_delivered === null)) return null;
  return lines.some((line) => (line.qty_delivered ?? 0) + line.qty_canceled < line.qty_ordered);
}

function pastOrder(wire: OrderWire): PastOrder[] {
  const instant = instantFrom(wire.date_order);
  const total = wire.amount_total;
  if (!instant || total === null) return [];
  const lines = (wire.lines ?? []).map((line) => ({
    ...line,
    pieces: Math.max(0, line.qty_ordered - line.qty_canceled),
  }));
  const amounts = lines.map(({ price, qty_ordered }) => toCents(price * qty_ordered));
  return [
    {
      on: dayOf(instant),
      cancelled: wire.state === 'cancel',
      open: isOpen(wire),
      total: toCents(total),
      goods: lines.length > 0 || total === 0 ? sumCents(amounts) : null,
      lines: lines.flatMap(({ reference, pieces }) =>
        reference && pieces > 0 ? [{ reference, pieces }] : [],
      ),
    },
  ];
}

/** Orders of the last twelve months; null where the ERP has no such call, or more than one answer holds. */
export async function findPastOrders(page: LoadContext): Promise<readonly PastOrder[] | null> {
  const { context } = page;
  const [first = ''] = twelveMonths(dayOf(context.clock.now()).slice(0, 7));
  return cachedForCustomer(page, pastOrdersName(first), 10 * minute, async () => {
    const found = await findRecord(
      context,
      {
        path: 'orders',
        query: { page: 1, page_size: maxOrders, from_date: `${first}-01` },
        timeoutMs: cachedCallMs,
      },
      OrdersWire,
    );
    if (found === null || found.size > found.data.length) return null;
    const odd = found.data.filter(({ amount_total: total }) => total === null).length;
    if (odd > 0) {
      noteRefused(context, 'orders', odd);
      return null;
    }
    return found.data.flatMap(pastOrder);
  });
}

class NotYetKnown extends Error {}

/** Undefined: this instance has not asked yet. Makes no call. */
async function rememberedOrders(
  page: LoadContext,
): Promise<readonly PastOrder[] | null | undefined> {
  const { session, cache } = page.context;
  if (session.kind === 'guest') return null;
  const [first = ''] = twelveMonths(dayOf(page.context.clock.now()).slice(0, 7));
  const key = customerKey(session.customer.owner, pastOrdersName(first));
  try {
    return await cache.get<readonly PastOrder[] | null>(
      key,
      { freshMs: Number.POSITIVE_INFINITY },
      () => Promise.reject(new NotYetKnown()),
    );
  } catch (error) {
    if (error instanceof NotYetKnown) return undefined;
    throw error;
  }
}

/** The past orders if this instance remembers them, empty if it does not: rows never wait for the ERP. */
export const knownPastOrders = async (page: LoadContext): Promise<readonly PastOrder[]> =>
  (await rememberedOrders(page)) ?? [];

/** The ERP is asked behind the lists of so many customers at once. */
const mostBehind = 2;
/** One memory for each shop: they may run beside each other in one process. */
const behind = new WeakMap<object, number>();

/**
 * Asks for the past orders behind a page that goes on without them, so that the next one has them: at most once in
 * ten minutes for a customer, whatever came of it, and for few customers at once. Never throws, never is waited for.
 */
export async function learnPastOrders(page: LoadContext): Promise<void> {
  const { cache } = page.context;
  if ((await rememberedOrders(page)) !== undefined) return;
  if ((behind.get(cache) ?? 0) >= mostBehind) return;
  await cachedForCustomer(page, 'past-orders-asked', 10 * minute, async () => {
    behind.set(cache, (behind.get(cache) ?? 0) + 1);
    try {
      await subject(page, 'ordered before', () => findPastOrders(page));
    } catch {
      // The session has ended: the next page finds out, and leads to sign-in.
    } finally {
      behind.set(cache, (behind.get(cache) ?? 1) - 1);
    }
    return true;
  });
}

/** Null where the past orders cannot be had whole. */
export async function findMonthlySpending(page: LoadContext): Promise<MonthlySpending | null> {
  const orders = await findPastOrders(page);
  return orders && monthlySpending(orders, dayOf(page.context.clock.now()).slice(0, 7));
}

/** Null where the past orders cannot be had whole, or do not tell what was delivered. */
export async function findOpenOrders(page: LoadContext): Promise<OpenOrders | null> {
  const orders = await findPastOrders(page);
  return orders && openOrders(orders);
}
