/**
 * The page after the order (contract/erp.md 9.13, 12.5, 12.6): from a confirmation, or back from a payment.
 * What the address says proves nothing: an order counts as placed only when the ERP lists it. The words that a
 * provider sends along are shown only beside the customer's own attempt, whose token is secret.
 */
import { redirect } from '~/base/framework/server';
import { z } from 'zod';
import { readCart } from '~/ordering/cart/cart.server';
import { safeHtml } from '~/base/page/untrusted/safe-html.server';
import type { LowAmount } from '~/ordering/cart/cart';
import type { Cents } from '~/base/kernel/money';
import { freeGoodsOf, orderCards } from '~/ordering/orders/free-goods.server';
import type { Order } from '~/ordering/orders/order';
import { participationOf } from '~/ordering/orders/order-view.server';
import { findOrder, findOrderByReference, findOrderOfCart } from '~/ordering/orders/orders.server';
import type { FreeGoods } from '~/ordering/orders/views/free-goods';
import {
  attemptsOf,
  closeAttempt,
  findAttempt,
  noteReturn,
  paymentName,
} from '~/ordering/payment/attempt.server';
import { keepInstructions } from '~/ordering/payment/instructions.server';
import {
  isPaid,
  returnStatusOf,
  type PaymentAttempt,
  type ReturnStatus,
} from '~/ordering/payment/payment';
import type { CustomerRequest, PageRequest } from '~/base/page/page';
import { links } from '~/base/i18n/links';
import { isUpstreamFailure } from '~/base/kernel/failure';
import type { SafeHtml } from '~/base/ui/html';
import {
  awaitPlacing,
  findPlacing,
  lookUpFate,
  recordPlaced,
  type Placing,
} from './placing.server';

export type PlacedView =
  | {
      kind: 'placed';
      name: string;
      /** Null when the ERP cannot be asked for its details now. */
      order: Order | null;
      low: LowAmount | null;
      /** Lines whose promotion gives pieces on top. */
      free: readonly FreeGoods[];
      /** Lines of an older cart that has come back. */
      reopened: number;
      message: SafeHtml | null;
      /** Those of it by the word of the providers, where the customer comes back from one. */
      payments: readonly PaymentAttempt[];
      /** What the order comes to, where one payment was of another amount. */
      paidOther: Cents | null;
      /** It had been confirmed without the payment. */
      paidLate: boolean;
    }
  /** `sentBy` is the request that confirmed or began the payment, for support. */
  | { kind: 'under-way'; message: SafeHtml | null; sentBy: string | null }
  /** Looked at when nothing could land any more: nothing was ordered. */
  | { kind: 'not-placed' }
  /** Nobody is signed in; a payment of the order of this number was begun here. */
  | { kind: 'signed-out'; name: string }
  /** No payment and no order of this customer belongs to the address. */
  | { kind: 'nothing' }
  | { kind: 'unpaid'; outcome: 'cancelled' | 'error' };

const waitMs = 6_000;
/** A cart that was reopened by the order is news for so long; later its lines are the customer's own. */
const newsMs = 60 * 60_000;

/** The value, or null with a line in the log when the ERP is unavailable: the order itself is not in question. */
async function unlessUnavailable<T>(
  { context }: CustomerRequest,
  load: () => Promise<T>,
): Promise<T | null> {
  try {
    return await load();
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    context.log.warn(
      { event: 'order.lookup_failed', operation: error.operation, reason: error.reason },
      'an order could not be looked up',
    );
    return null;
  }
}

async function besideOrder(
  page: CustomerRequest,
  order: Order | null,
): Promise<Pick<Extract<PlacedView, { kind: 'placed' }>, 'low' | 'free'>> {
  if (!order) return { low: null, free: [] };
  const [low, free] = await Promise.all([
    participationOf(page, order),
    freeGoodsOf(page, order, () => orderCards(page, order)),
  ]);
  return { low, free };
}

const unpaid = { payments: [], paidOther: null, paidLate: false } as const;

async function placed(
  page: CustomerRequest,
  placing: Placing,
  message: SafeHtml | null,
): Promise<Extract<PlacedView, { kind: 'placed' }>> {
  const { order: known, at, reopened } = placing;
  const order = known ? await unlessUnavailable(page, () => findOrder(page, known.id)) : null;
  const isNews = page.context.clock.now().getTime() - at < newsMs;
  return {
    kind: 'placed',
    name: order?.name ?? known?.name ?? '',
    order,
    ...(await besideOrder(page, order)),
    reopened: isNews ? reopened : 0,
    message,
    ...unpaid,
  };
}

const orderView = async (page: CustomerRequest, order: Order): Promise<PlacedView> => ({
  kind: 'placed',
  name: order.name,
  order,
  ...(await besideOrder(page, order)),
  reopened: 0,
  message: null,
  ...unpaid,
});

async function ofCart(page: CustomerRequest, cartUuid: string): Promise<PlacedView> {
  const begun = await findPlacing(page, cartUuid);
  const placing = await awaitPlacing(page, cartUuid, waitMs);
  if (placing?.state === 'placed') return placed(page, placing, null);
  if (placing === null) {
    const order = await findOrderOfCart(page, cartUuid);
    if (order) return orderView(page, order);
    // Taken back by the request that had begun it: nothing was sent.
    if (begun) return { kind: 'not-placed' };
    throw redirect(links.orders(page.locale));
  }
  const fate = await unlessUnavailable(page, () => lookUpFate(page, cartUuid, placing));
  switch (fate?.kind) {
    case 'placed':
      return placed(page, fate.placing, null);
    case 'not-placed':
      return { kind: 'not-placed' };
    case 'under-way':
    case undefined:
      return { kind: 'under-way', message: null, sentBy: placing.reference ?? null };
  }
}

function unpaidOr(status: string | null, sentBy: string | null): PlacedView {
  switch (returnStatusOf(status)) {
    case 'success':
    case 'pending':
      return { kind: 'under-way', message: null, sentBy };
    case 'cancelled':
      return { kind: 'unpaid', outcome: 'cancelled' };
    case 'unknown':
    case 'error':
      return { kind: 'unpaid', outcome: 'error' };
  }
}

/** What the customer came back with, and the ERP's own number of the transaction: nothing else of the address. */
function logReturn({ context }: CustomerRequest, attempt: PaymentAttempt, reason: ReturnStatus) {
  const { cartName: name, reference: transaction } = attempt;
  context.log.info(
    { event: 'payment.returned', name, transaction, reason },
    'a customer is back from a payment',
  );
}

/**
 * Support finds the order and each payment of it, whose money only its provider knows: where there are two, where one
 * is of another amount than the order, or of an order that was confirmed without it.
 */
async function paymentsOf(
  page: CustomerRequest,
  { cartUuid, startedBy }: PaymentAttempt,
  { order, placing }: { order: Order; placing: Placing },
) {
  const attempts = await unlessUnavailable(page, () => attemptsOf(page, cartUuid));
  const payments = (attempts ?? []).filter(isPaid);
  const [only] = payments;
  const { id, name } = order;
  const total = order.amount?.total ?? null;
  const isOne = payments.length === 1;
  const paidOther = isOne && only?.amount !== total ? total : null;
  const paidLate = isOne && (placing.reference ?? startedBy) !== startedBy;
  const detail = payments.map(({ reference }) => reference).join(', ');
  const { log, countIncident } = page.context;
  if (payments.length > 1) {
    countIncident('payment.twice');
    log.warn(
      { event: 'payment.twice', order: id, name, detail },
      'an order has more than one payment',
    );
  } else if (paidLate || paidOther !== null) {
    countIncident('payment.differs');
    log.warn(
      { event: 'payment.differs', order: id, name, detail },
      'a payment is of another amount than its order, or of one that was confirmed without it',
    );
  }
  return { payments, paidOther, paidLate };
}

async function ofAttempt(page: CustomerRequest, attempt: PaymentAttempt): Promise<PlacedView> {
  const { searchParams } = page.url;
  const status = searchParams.get('status');
  const given = status === 'pending' ? searchParams.get('pending_message') : null;
  if (given !== null) await keepInstructions(page, attempt.cartUuid, given);
  const message = safeHtml(given, page.locale, page.context.site);
  await closeAttempt(page, attempt.token);
  if (status !== null) {
    const back = returnStatusOf(status);
    if (await noteReturn(page, attempt.token, back)) logReturn(page, attempt, back);
  }
  const { cartUuid } = attempt;
  const order = await unlessUnavailable(page, () => findOrderOfCart(page, cartUuid));
  if (order) {
    const { id, name } = order;
    const sentBy = attempt.startedBy ?? undefined;
    const placing = await recordPlaced(page, cartUuid, { id, name, how: 'paid', sentBy });
    const view = await placed(page, placing, message);
    return { ...view, ...(await paymentsOf(page, attempt, { order, placing })) };
  }
  const state = await readCart(page, { maxAgeMs: 0 });
  const stillOpen = state.sync === 'synced' && state.cart?.uuid === cartUuid;
  const sentBy = attempt.startedBy;
  return stillOpen ? unpaidOr(status, sentBy) : { kind: 'under-way', message, sentBy };
}

/** An address without an attempt of this customer: only an order of that reference says anything. */
async function ofReference(page: CustomerRequest, reference: string): Promise<PlacedView> {
  const order = await findOrderByReference(page, reference);
  return order ? orderView(page, order) : { kind: 'nothing' };
}

/**
 * Back from a payment without a session: only that a payment of this order was begun here. What came of it, and by whom,
 * is the customer's; null where the address is of no payment.
 */
export async function signedOutReturn(page: PageRequest): Promise<PlacedView | null> {
  const name = await paymentName(page, page.url.searchParams.get('attempt') ?? '');
  return name === null ? null : { kind: 'signed-out', name };
}

const Uuid = z.uuid();

/** The page that the customer reads; the log has which it is, for support. */
export async function loadPlaced(page: CustomerRequest): Promise<PlacedView> {
  const view = await placedView(page);
  const [reason, name] = view.kind === 'placed' ? ['placed', view.name] : [view.kind, undefined];
  page.context.log.info({ event: 'order.told', name, reason }, 'what became of an order was told');
  return view;
}

async function placedView(page: CustomerRequest): Promise<PlacedView> {
  const { searchParams } = page.url;
  const cartUuid = Uuid.safeParse(searchParams.get('cart'));
  if (cartUuid.success) return ofCart(page, cartUuid.data);
  const attempt = await findAttempt(page, searchParams.get('attempt') ?? '');
  if (attempt) return ofAttempt(page, attempt);
  const reference = searchParams.get('reference');
  if (reference) return ofReference(page, reference);
  if (searchParams.has('status') || searchParams.has('attempt')) return { kind: 'nothing' };
  throw redirect(links.orders(page.locale));
}
