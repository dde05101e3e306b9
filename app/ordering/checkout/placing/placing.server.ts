/**
 * Turns a cart into an order exactly once (contract/erp.md 9.13, P-57). A record under the cart's uuid is written
 * before `carts/confirm` is sent. After a double click, Back or a lost response, the shop finds this record and leads
 * to the order, never to a second confirmation. After a lost response, it looks up the order in the ERP's list of
 * sales. It reports that nothing was ordered only if the confirmation can no longer take effect and the cart is still
 * open.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readCart, recordOrdered } from '~/ordering/cart/cart.server';
import { forgetConfirmed } from '~/ordering/cart/confirmed-quantities.server';
import {
  holdCart,
  releaseCart,
  lockCart,
  mayStillLand,
  unlockCart,
} from '~/ordering/cart/cart-lock.server';
import { maxMsOf } from '~/ordering/cart/sync/deps';
import { retryForMinutes } from '~/base/page/at-last.server';
import { loadOptionalBlock } from '~/base/page/optional';
import { ownerHash } from '~/base/page/owner-hash.server';
import { noteOwnOrder } from '~/ordering/on-order/own-orders.server';
import { findOrderOfCart } from '~/ordering/orders/orders.server';
import { noteOnAccount } from '~/ordering/payment/sale-kinds.server';
import { isUpstreamFailure } from '~/base/kernel/failure';
import type { CustomerRequest } from '~/base/page/page';
import type { CheckoutInput } from '../checkout-form';

const ttlSeconds = 30 * 24 * 60 * 60;

const PlacingWire = z.object({
  /** `lost`: the response to the confirmation was lost, and no request is waiting for it. */
  state: z.enum(['confirming', 'lost', 'placed']),
  at: z.number(),
  order: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Number of lines of an older cart that the ERP has reopened (section 9). */
  reopened: z.number(),
  /** Reference of the confirming request, for support. Absent in records of earlier versions. */
  reference: z.string().optional(),
  /** Digest of the confirmed choices (`choicesDigest`). Absent for payments and in records of earlier versions. */
  choices: z.string().optional(),
  /**
   * Total that the customer confirmed, in cents; null if the ERP named none. Absent for payments and in records of
   * earlier versions.
   */
  total: z.number().nullable().optional(),
});
export type Placing = z.output<typeof PlacingWire>;

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

const Last = z.object({ cart: z.string() });
/** How long an empty checkout page refers to the last order. */
const lastSeconds = 60 * 60;
const lastKeyOf = ({ customer }: Page): string => `ordered:${ownerHash(customer.owner)}`;

/** uuid of the last cart ordered here within the hour, or whose confirmation got no response; null without one. */
export async function lastPlacedCart(page: Page): Promise<string | null> {
  const found = await page.context.keyValueStore.read(lastKeyOf(page));
  return found ? Last.parse(JSON.parse(found.value)).cart : null;
}

async function keepLast(page: Page, cart: string): Promise<void> {
  const { keyValueStore } = page.context;
  const version = (await keyValueStore.read(lastKeyOf(page)))?.version ?? null;
  // A version conflict is ignored: of two concurrent orders, either may win.
  await keyValueStore.write(lastKeyOf(page), JSON.stringify({ cart }), {
    version,
    ttlSeconds: lastSeconds,
  });
}

const keyOf = (page: Page, cartUuid: string): string =>
  `order:${ownerHash(page.customer.owner)}:${cartUuid.toLowerCase()}`;

async function stored(page: Page, cartUuid: string) {
  const found = await page.context.keyValueStore.read(keyOf(page, cartUuid));
  return found
    ? { version: found.version, placing: PlacingWire.parse(JSON.parse(found.value)) }
    : null;
}

/** Record of this cart's confirmation; null: it was not confirmed here. */
export async function findPlacing(page: Page, cartUuid: string): Promise<Placing | null> {
  return (await stored(page, cartUuid))?.placing ?? null;
}

/** Short digest of the choices, equal for every page of this cart that posts the same ones. */
export function choicesDigest(input: CheckoutInput): string {
  const { how, point, ship, bill, ref, suite, note, pay } = input;
  const choices = JSON.stringify([how, point, ship, bill, ref, suite, note, pay]);
  return createHash('sha256').update(choices).digest('base64url').slice(0, 16);
}

/**
 * For a cart that was confirmed before: its order, if known, and whether the confirmed choices differ from these. They
 * may differ after a lost response or on another device; the order does not contain the new choices.
 */
export async function sentBefore(page: Page, input: CheckoutInput) {
  const found = await loadOptionalBlock(page, 'confirmed', () => findPlacing(page, input.cart));
  const { choices, order } = (found.ok ? found.value : null) ?? {};
  const isOtherwise = choices !== undefined && choices !== choicesDigest(input);
  return { order: order?.name, isOtherwise };
}

const lockOf = (cartUuid: string): string => `order ${cartUuid}`;

/** Timeout of a confirmation in ms, the same as for any write. */
export const confirmMs = 25_000;

type Begun = Pick<Placing, 'state' | 'at' | 'choices' | 'total'>;
const begunBy = ({ context }: Page, begun: Begun): Placing => ({
  ...begun,
  order: null,
  reopened: 0,
  reference: context.requestId,
});

/** Records the start of a confirmation. Returns false when this cart was confirmed before. */
export async function beginPlacing(
  page: Page,
  cartUuid: string,
  { sentAt, ...confirmed }: { sentAt: number; choices: string; total: number | null },
): Promise<boolean> {
  const placing = begunBy(page, { state: 'confirming', at: sentAt, ...confirmed });
  try {
    const isFirst = await page.context.keyValueStore.write(
      keyOf(page, cartUuid),
      JSON.stringify(placing),
      { version: null, ttlSeconds },
    );
    if (isFirst) await holdCart(page, confirmMs + maxMsOf(page.context));
    return isFirst;
  } catch (error) {
    // The record may have been written although the answer was lost; the ERP was not called.
    await retryForMinutes(async () => {
      const known = await findPlacing(page, cartUuid);
      if (known?.state === 'confirming' && known.at === sentAt) await dropPlacing(page, cartUuid);
    });
    throw error;
  }
}

/** Removes the record when the ERP certainly ordered nothing: the customer may confirm the cart again. */
export async function dropPlacing(page: Page, cartUuid: string): Promise<void> {
  await page.context.keyValueStore.delete(keyOf(page, cartUuid));
  await releaseCart(page);
}

/**
 * Records that the response is lost and the confirmation may still take effect, and locks the cart until it no longer
 * can.
 */
export async function recordInDoubt(page: Page, cartUuid: string, sentAt: number): Promise<void> {
  await lockCart(page, { id: lockOf(cartUuid), sentAt });
  const known = await stored(page, cartUuid);
  if (known && known.placing.state !== 'confirming') return;
  // Also recreates the record if the store has lost its memory.
  const { choices, total } = known?.placing ?? {};
  const placing = begunBy(page, { state: 'lost', at: sentAt, choices, total });
  await page.context.keyValueStore.write(keyOf(page, cartUuid), JSON.stringify(placing), {
    version: known?.version ?? null,
    ttlSeconds,
  });
  // If the cart becomes an order, its uuid is known from this record alone.
  await keepLast(page, cartUuid);
}

/** An order with the id and name that the ERP assigned. */
export interface KnownOrder {
  id: number;
  name: string;
  /**
   * How the shop learned of the order: from the response to its confirmation, by look-up after a lost response, or
   * after its payment.
   */
  how: 'answered' | 'found' | 'paid';
  /** Reference of the request that sent it, if no placing record has one. */
  sentBy?: string | undefined;
}

const foundHow = { found: 'found after a lost answer', paid: 'found after its payment' };

/** Looks up the order of this cart; null while the ERP lists none. */
export async function lookUpOrder(page: Page, cartUuid: string): Promise<KnownOrder | null> {
  const order = await findOrderOfCart(page, cartUuid);
  return order && { id: order.id, name: order.name, how: 'found' };
}

/** Logs the order under its own reference and the confirmation's, because support searches for either. */
function logFound({ context }: Page, { id, name, how }: KnownOrder, confirmation?: string): void {
  if (how === 'answered') return;
  context.log.info(
    {
      event: 'order.placed',
      order: id,
      name,
      found: true,
      confirmation,
      detail: foundHow[how],
    },
    'an order was found that no confirmation had named',
  );
}

/**
 * Records that the cart is an order. The ledger removes the cart, and edits that waited become notices. A cart that the
 * ERP returns now is an older one that was reopened. `at` is when the shop first knew of the order.
 */
export async function recordPlaced(
  page: Page,
  cartUuid: string,
  order: KnownOrder,
): Promise<Placing> {
  const known = await stored(page, cartUuid);
  if (known?.placing.state === 'placed') return known.placing;
  const reference = known?.placing.reference ?? order.sentBy;
  await unlockCart(page, lockOf(cartUuid));
  await recordOrdered(page);
  await forgetConfirmed(page);
  await noteOwnOrder(page);
  const { cart } = await readCart(page, { maxAgeMs: 0 });
  const placing: Placing = {
    state: 'placed',
    at: page.context.clock.now().getTime(),
    order: { id: order.id, name: order.name },
    reopened: cart !== null && cart.uuid !== cartUuid ? cart.lines.length : 0,
    reference,
    choices: known?.placing.choices,
    total: known?.placing.total,
  };
  const isFirst = await page.context.keyValueStore.write(
    keyOf(page, cartUuid),
    JSON.stringify(placing),
    {
      version: known?.version ?? null,
      ttlSeconds,
    },
  );
  if (isFirst) logFound(page, order, reference);
  if (order.how !== 'paid') await noteOnAccount(page, order.name);
  await keepLast(page, cartUuid);
  return placing;
}

export type Fate =
  | { kind: 'placed'; placing: Placing }
  | { kind: 'under-way' }
  /** The cart is still open, and the confirmation is too old to take effect. */
  | { kind: 'not-placed' };

/** Determines the outcome of a confirmation whose response was lost. Throws when the ERP is unavailable. */
export async function lookUpFate(
  page: Page,
  cartUuid: string,
  { at, reference: confirmation }: Placing,
): Promise<Fate> {
  const order = await lookUpOrder(page, cartUuid);
  if (order) return { kind: 'placed', placing: await recordPlaced(page, cartUuid, order) };
  if (await mayStillLand(page, at + maxMsOf(page.context))) return { kind: 'under-way' };
  const state = await readCart(page, { maxAgeMs: 0 });
  const stillOpen = state.sync === 'synced' && state.cart?.uuid === cartUuid;
  if (!stillOpen) return { kind: 'under-way' };
  page.context.log.info(
    {
      event: 'order.not_placed',
      confirmation,
      name: state.cart?.name,
      detail: 'looked up after a lost answer: the ERP has recorded nothing',
    },
    'a confirmation that was not answered made no order',
  );
  await dropPlacing(page, cartUuid);
  return { kind: 'not-placed' };
}

/**
 * Outcome of a confirmation that can no longer take effect. null: it may still take effect, or the ERP is unavailable.
 */
async function lateFate(page: Page, cartUuid: string, placing: Placing): Promise<Fate | null> {
  if (await mayStillLand(page, placing.at + maxMsOf(page.context))) return null;
  try {
    return await lookUpFate(page, cartUuid, placing);
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    return null;
  }
}

/**
 * Whether this cart is an order or may still become one. If the response to a confirmation was lost and it can no
 * longer take effect, the shop looks up the order. If there is none, the customer's next confirmation proceeds.
 */
export async function isBeingPlaced(page: Page, cartUuid: string): Promise<boolean> {
  const placing = await findPlacing(page, cartUuid);
  if (placing === null) return false;
  if (placing.state === 'placed') return true;
  return (await lateFate(page, cartUuid, placing))?.kind !== 'not-placed';
}

/**
 * For the page of a cart that is still open: outcome of a confirmation whose response was lost, once it can no longer
 * take effect. null: no response was lost, the confirmation may still take effect, or the ERP is unavailable.
 */
export async function lateFateOf(page: Page, cartUuid: string): Promise<Fate | null> {
  const placing = await findPlacing(page, cartUuid);
  if (!placing || placing.state === 'placed') return null;
  return lateFate(page, cartUuid, placing);
}

const pollMs = 300;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits while another request of this customer is confirming the same cart. */
export async function awaitPlacing(
  page: Page,
  cartUuid: string,
  patienceMs: number,
): Promise<Placing | null> {
  const rounds = Math.ceil(patienceMs / pollMs);
  for (let round = 0; ; round += 1) {
    const placing = await findPlacing(page, cartUuid);
    if (placing?.state !== 'confirming' || round >= rounds) return placing;
    await sleep(pollMs);
  }
}
