/**
 * The orders of the last twelve months (contract/erp.md 14.5), requested from the ERP at most once in ten minutes per
 * customer.
 */
import { z } from 'zod';
import { findRecord } from '~/base/erp/calls.server';
import { logInvalidAmounts } from '~/base/erp/refused-amounts.server';
import { count, euros, pieces, text } from '~/base/erp/wire-fields.server';
import { cachedCallMs, loadOptionalExtra, loadRequiredBlock, valueOr } from '~/base/page/optional';
import { cachedForCustomer, customerKey } from '~/base/page/session-cache.server';
import type { PageRequest } from '~/base/page/page';
import { dayOf, twelveMonths } from '~/base/kernel/day';
import { instantFrom } from '~/base/kernel/wire-date';
import { cents, sumCents, toCents, type Cents } from '~/base/kernel/money';
import { goodsToCome, type PastOrder } from './past-orders';

type LoadContext = Pick<PageRequest, 'context'>;

const tenMinutesMs = 600_000;
/** Total of an order; null for an invalid amount. Leaving the amount out or counting it as 0 would make sums wrong. */
const turnover = euros.nullable().catch(null);

const firstMonthOf = ({ clock }: LoadContext['context']): string =>
  twelveMonths(dayOf(clock.now()).slice(0, 7))[0] ?? '';
const pastOrdersName = (firstMonth: string): string => `past-orders:${firstMonth}`;
const askedName = 'past-orders-asked';
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
      id: z.number().catch(0),
      name: z.string().catch(''),
      suite_name: z.string().nullish().catch(null),
      state: z.string(),
      date_order: text,
      amount_total: turnover,
      lines: z.array(LineWire).nullish().catch(null),
    }),
  ),
});

/** States of orders without open deliveries: unconfirmed or completed. */
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

/** Goods of an open order that were neither delivered nor cancelled. */
function toComeOf(lines: readonly z.output<typeof LineWire>[], open: boolean | null): Cents | null {
  if (open !== true) return open === null ? null : cents(0);
  return sumCents(
    lines.map(({ price, qty_ordered, qty_delivered, qty_canceled }) =>
      toCents(price * Math.max(0, qty_ordered - (qty_delivered ?? 0) - qty_canceled)),
    ),
  );
}

function pastOrder(wire: OrderWire): PastOrder[] {
  const instant = instantFrom(wire.date_order);
  const total = wire.amount_total;
  if (!instant || total === null) return [];
  const lines = (wire.lines ?? []).map((line) => ({
    ...line,
    pieces: Math.max(0, line.qty_ordered - line.qty_canceled),
  }));
  const open = isOpen(wire);
  const amounts = lines.map(({ price, qty_ordered }) => toCents(price * qty_ordered));
  return [
    {
      id: wire.id,
      name: wire.name,
      suiteName: wire.suite_name ?? null,
      on: dayOf(instant),
      cancelled: wire.state === 'cancel',
      open,
      toCome: toComeOf(lines, open),
      total: toCents(total),
      goods: lines.length > 0 || total === 0 ? sumCents(amounts) : null,
      lines: lines.flatMap(({ reference, pieces }) =>
        reference && pieces > 0 ? [{ reference, pieces }] : [],
      ),
    },
  ];
}

/** When the ERP returned these orders. */
const readTimes = new WeakMap<readonly PastOrder[], Date>();

async function readPastOrders({ context }: LoadContext): Promise<readonly PastOrder[] | null> {
  const found = await findRecord(
    context,
    {
      path: 'orders',
      query: { page: 1, page_size: maxOrders, from_date: `${firstMonthOf(context)}-01` },
      timeoutMs: cachedCallMs,
    },
    OrdersWire,
  );
  if (found === null || found.size > found.data.length) return null;
  const odd = found.data.filter(({ amount_total: total }) => total === null).length;
  if (odd > 0) {
    logInvalidAmounts(context, 'orders', odd);
    return null;
  }
  const orders = found.data.flatMap(pastOrder);
  readTimes.set(orders, context.clock.now());
  return orders;
}

/**
 * Orders of the last twelve months; null when the ERP has no such call, or when one response cannot contain them all.
 */
export const findPastOrders = (page: LoadContext): Promise<readonly PastOrder[] | null> =>
  cachedForCustomer(page, pastOrdersName(firstMonthOf(page.context)), tenMinutesMs, () =>
    readPastOrders(page),
  );

/** Several calls of one page, and a form that is sent shortly after, share one ERP response for this time. */
const justAskedMs = 5_000;

/** The orders as the ERP has them now. If the ERP fails, it throws instead of returning older cached orders. */
function findOrdersNow(page: LoadContext): Promise<readonly PastOrder[] | null> {
  const { session, cache } = page.context;
  if (session.kind === 'guest') return readPastOrders(page);
  return cache.get(
    customerKey(session.customer.owner, pastOrdersName(firstMonthOf(page.context))),
    {
      freshMs: justAskedMs,
      staleMs: 0,
      onFault: (error) => {
        throw error;
      },
    },
    () => readPastOrders(page),
  );
}

/** The cached orders; undefined: this instance has not requested them yet. Makes no ERP call. */
async function rememberedOrders(
  page: LoadContext,
): Promise<readonly PastOrder[] | null | undefined> {
  const { session, cache } = page.context;
  if (session.kind === 'guest') return null;
  return cache.known(
    customerKey(session.customer.owner, pastOrdersName(firstMonthOf(page.context))),
  );
}

/** When the ERP returned the cached orders; null without cached orders. */
export async function ordersReadAt(page: LoadContext): Promise<Date | null> {
  const orders = await rememberedOrders(page);
  return orders ? (readTimes.get(orders) ?? null) : null;
}

/** The past orders if this instance has them cached, else an empty list: the rows of a page never wait for the ERP. */
export const knownPastOrders = async (page: LoadContext): Promise<readonly PastOrder[]> =>
  (await rememberedOrders(page)) ?? [];

/** The order with this serial number, among the orders that this instance has cached. Makes no ERP call. */
export async function orderWithSuite(page: LoadContext, suite: string): Promise<string | null> {
  const orders = await knownPastOrders(page);
  const isIt = ({ cancelled, suiteName }: PastOrder) => !cancelled && suiteName === suite;
  return orders.find(isIt)?.name ?? null;
}

/** Maximum number of customers whose orders are loaded in the background at once. */
const mostBehind = 2;
/** Counts the background loads per shop, because several shops may run in one process. */
const behind = new WeakMap<object, number>();

/**
 * Loads the past orders in the background, so that the next page has them. At most once in ten minutes per customer,
 * whatever the outcome, and for few customers at once. Never throws; callers do not await it.
 */
export async function preloadPastOrders(page: LoadContext): Promise<void> {
  const { cache } = page.context;
  if ((await rememberedOrders(page)) !== undefined) return;
  if ((behind.get(cache) ?? 0) >= mostBehind) return;
  await cachedForCustomer(page, askedName, tenMinutesMs, async () => {
    behind.set(cache, (behind.get(cache) ?? 0) + 1);
    try {
      await loadRequiredBlock(page, 'ordered before', () => findPastOrders(page));
    } catch {
      // The session has ended: the next page detects it and redirects to sign-in.
    } finally {
      behind.set(cache, (behind.get(cache) ?? 1) - 1);
    }
    return true;
  });
}

/**
 * Drops the cached orders after a new order, so that the next page reloads them. Other instances follow within ten
 * minutes.
 */
export function forgetPastOrders({ context }: LoadContext): void {
  const { session, cache } = context;
  if (session.kind === 'guest') return;
  for (const name of [pastOrdersName(firstMonthOf(context)), askedName])
    cache.delete(customerKey(session.customer.owner, name));
}

/**
 * Untaxed goods of the customer's orders that are still to be delivered, without the order `except`. null: the ERP does
 * not report them, or not in time for this page. `now`: read them from the ERP instead of the cache, because the page
 * makes a promise based on them.
 */
export async function findGoodsToCome(
  page: LoadContext,
  { except = null, now = false }: { except?: number | null; now?: boolean } = {},
): Promise<Cents | null> {
  const find = now ? findOrdersNow : findPastOrders;
  const orders = valueOr(await loadOptionalExtra(page, 'goods to come', () => find(page)), null);
  return orders && goodsToCome(orders.filter(({ id }) => id !== except));
}
