/**
 * The page after the order (contract/erp.md 9.13, 12.5, 12.6): after a confirmation, or back from a payment. The
 * address is untrusted: an order counts as placed only when the ERP lists it. A provider's message is only displayed
 * with the customer's own attempt, whose token is secret.
 */
import { redirect } from '~/base/framework/server';
import { z } from 'zod';
import { readCart } from '~/ordering/cart/cart.server';
import { safeHtml } from '~/base/page/untrusted/safe-html.server';
import type { LowAmount } from '~/ordering/cart/cart';
import { cents, type Cents } from '~/base/kernel/money';
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
      /** null when the ERP cannot provide the order's details now. */
      order: Order | null;
      low: LowAmount | null;
      /** Order lines whose promotion adds free pieces. */
      free: readonly FreeGoods[];
      /** Number of lines of an older cart that the ERP has reopened. */
      reopened: number;
      message: SafeHtml | null;
      /** Payments of this order as the providers reported them, if the customer returned from one. */
      payments: readonly PaymentAttempt[];
      /** Total that the customer confirmed, if the order has another one. */
      confirmedOther: Cents | null;
      /** Total of the order, if the customer paid another amount. */
      paidOther: Cents | null;
      /** The order had been confirmed without the payment, before the payment arrived. */
      paidLate: boolean;
    }
  /** `sentBy` is the reference of the request that confirmed or began the payment, for support. */
  | { kind: 'under-way'; message: SafeHtml | null; sentBy: string | null }
  /** Verified after the confirmation could no longer take effect: nothing was ordered. */
  | { kind: 'not-placed' }
  /** No session; a payment of the order with this number was begun here. */
  | { kind: 'signed-out'; name: string }
  /** The address belongs to no payment or order of this customer. */
  | { kind: 'nothing' }
  | { kind: 'unpaid'; outcome: 'cancelled' | 'error' };

const waitMs = 6_000;
/**
 * How long the page reports a cart that the ERP reopened after the order, in ms. After that, its lines count as the
 * customer's own.
 */
const newsMs = 60 * 60_000;

/** Runs `load`. Returns null and logs a warning when the ERP is unavailable: the order exists all the same. */
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

/**
 * The confirmed total, if the ERP changed a price or quantity after the shop had read the cart, so that the order has
 * another total. Logs it for support.
 */
function otherTotal({ context }: CustomerRequest, { total }: Placing, order: Order): Cents | null {
  const now = order.amount?.total ?? null;
  if (total === undefined || total === null || now === null || now === total) return null;
  const { id, name } = order;
  context.log.warn(
    { event: 'order.total_differs', order: id, name },
    'an order has another total than the customer confirmed',
  );
  return cents(total);
}

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
    confirmedOther: isNews && order ? otherTotal(page, placing, order) : null,
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
  confirmedOther: null,
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
    // The request that began the confirmation has withdrawn it: nothing was sent.
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

/** Logs the status that the customer returned with and the ERP's transaction number, nothing else from the address. */
function logReturn({ context }: CustomerRequest, attempt: PaymentAttempt, reason: ReturnStatus) {
  const { cartName: name, reference: transaction } = attempt;
  context.log.info(
    { event: 'payment.returned', name, transaction, reason },
    'a customer is back from a payment',
  );
}

/**
 * Finds the payments of an order, and logs irregular ones for support. Irregular means two payments, an amount that
 * differs from the order, or an order confirmed without its payment. Only the provider knows where the money is.
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

/** For an address without a payment attempt of this customer: displays only an order with this reference. */
async function ofReference(page: CustomerRequest, reference: string): Promise<PlacedView> {
  const order = await findOrderByReference(page, reference);
  return order ? orderView(page, order) : { kind: 'nothing' };
}

/**
 * Return from a payment without a session: only states that a payment of this order was begun here. The outcome and the
 * customer stay private. null when the address belongs to no payment.
 */
export async function signedOutReturn(page: PageRequest): Promise<PlacedView | null> {
  const name = await paymentName(page, page.url.searchParams.get('attempt') ?? '');
  return name === null ? null : { kind: 'signed-out', name };
}

const Uuid = z.uuid();

/** Loads the page, and logs for support which outcome the customer saw. */
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
