/** Compares an ERP with the contract: every call of the shop, the fields that the shop reads, known deviations. */
import { erpCalls, type ErpCallEntry } from '../../server/upstream/erp/calls';
import {
  signInCalls,
  syncCall,
  syncPaths,
  type SignInMode,
} from '../../server/upstream/erp/own-calls';
import type { Target } from './ask';
import { valuesAt } from './json';
import {
  answerToNothing,
  isTokenRefused,
  lookFor,
  readRecord,
  untoldAmong,
  type Seen,
} from './presence';
import { erpOf, traits, type Difference } from './traits';
import { TestCart, Undo, type NotUndone } from './undo';
import { tryCart, unreadCart, writeTraits, type CartTrial } from './writes';

export interface Conformance {
  calls: readonly Seen[];
  traits: readonly (Difference & { id: string })[];
  /** Whether a test write to the cart succeeded and was undone. */
  wrote: boolean;
  /** Reason why writes were not tested; null if they were. */
  unwritten: string | null;
  /** Records that the test changed and could not restore. */
  notUndone: readonly NotUndone[];
  /** False if the time limit ended the check of the ERP early. */
  complete: boolean;
  /** Reasons why the shop cannot take orders from this ERP; empty if it can. */
  stops: readonly string[];
}

interface Examination {
  token: string;
  mayWrite: boolean;
  productId: number | null;
  /** Net price of one piece in the shop's lists, in euros; null skips the comparison with the cart's price. */
  listPrice?: number | null;
  /** CART_SYNC_PATH of the shop; null accepts either of the two known paths. */
  cartSync?: string | null;
  mode?: SignInMode;
  /** Ends the examination after the current probe has undone its writes. */
  until?: AbortSignal;
  /** How long a write without a response may take to show its effect; default: four times the patience. */
  settleMs?: number;
}

const atOnce = 3;

async function inTurns<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < all.length; at += atOnce)
    results.push(...(await Promise.all(all.slice(at, at + atOnce).map(work))));
  return results;
}

/** Without CART_SYNC_PATH, checks both known paths and requires only one of them. */
const syncCallsOf = (cartSync: string | null): ErpCallEntry[] =>
  cartSync === null
    ? syncPaths.map((path) => ({
        call: syncCall(path).call,
        without: syncCall(path).without,
        same: syncPaths.filter((other) => other !== path).map((other) => syncCall(other).call),
      }))
    : [syncCall(cartSync)];

const isThere = (calls: readonly Seen[], call: string): boolean =>
  calls.some(
    ({ facts, presence }) => facts.call === call && presence !== 'absent' && presence !== 'refused',
  );

/** Accepts payment methods as a list or in `providers`, like the shop. */
const isEmpty = (methods: unknown): boolean =>
  (Array.isArray(methods) && methods.length === 0) ||
  [...valuesAt(methods, 'providers'), ...valuesAt(methods, 'items')].some(
    (list) => Array.isArray(list) && list.length === 0,
  );

function stopsOf(calls: readonly Seen[], cartSync: string | null, methods: unknown): string[] {
  const stops = calls
    .filter(
      ({ facts, presence }) => facts.needed && presence !== 'present' && presence !== 'untold',
    )
    .map(({ facts, why }) => `${facts.call} ${why}: no ${facts.without}`);
  const syncs = (cartSync === null ? [...syncPaths] : [cartSync]).map((path) => `POST ${path}`);
  if (cartSync === null && !syncs.some((call) => isThere(calls, call)))
    stops.push('no call takes cart changes (CART_SYNC_PATH): no order can be placed');
  const payable = isThere(calls, 'GET payment/methods') && !isEmpty(methods);
  if (!isThere(calls, 'POST carts/confirm') && !payable)
    stops.push(
      'ordering is off: there is no POST carts/confirm for orders on account, and no payment method is offered',
    );
  return stops;
}

const noProduct =
  'Nothing was written: this customer has no order to take a product from. Give one with --product ID.';

/** Reason for not testing writes; null if they are allowed. */
function untriedOf(known: {
  mayWrite: boolean;
  isRefused: boolean;
  isLate: boolean;
}): string | null {
  if (known.isRefused) return 'Nothing was written: the token is refused.';
  if (!known.mayWrite)
    return 'Read only: whether the API user may write carts, addresses and lists was not tried. Writes: --customer-may-be-changed';
  return known.isLate ? 'Nothing was written: the time limit was reached.' : null;
}

/** Tries a cart write where writes are allowed. No cart: the cart could not be read, so no probe may write. */
async function openCart(
  undo: Undo,
  untried: string | null,
  productId: number | null,
): Promise<{ cart: TestCart | null; trial: CartTrial }> {
  if (untried !== null || productId === null)
    return { cart: null, trial: { stops: null, unknown: untried ?? noProduct } };
  const cart = await TestCart.open(undo, productId);
  return 'unread' in cart
    ? { cart: null, trial: unreadCart(cart.unread) }
    : { cart, trial: await tryCart(cart) };
}

export async function examineErp(target: Target, options: Examination): Promise<Conformance> {
  const { token, mayWrite, cartSync = null, mode = 'oidc-token', until } = options;
  const list: readonly ErpCallEntry[] = [
    ...syncCallsOf(cartSync),
    ...signInCalls(mode),
    ...erpCalls,
  ];
  const looked = await inTurns(list, (facts) => lookFor(target, facts, token));
  const toNothing = {
    get: await answerToNothing(target, 'GET', token),
    post: await answerToNothing(target, 'POST'),
  };
  const calls = await inTurns(untoldAmong(looked, toNothing), (seen) =>
    readRecord(target, seen, token),
  );
  const erp = erpOf(target, token);
  const [ordered] = valuesAt(
    (await erp.get('sales?page=1&page_size=10'))?.json,
    'items[].lines[].product_id',
  ).filter((id) => typeof id === 'number' && id > 0);
  const productId = options.productId ?? (typeof ordered === 'number' ? ordered : null);
  const isRefused = isTokenRefused(looked);
  // Has no overall time limit, so that a probe always undoes its writes.
  const writing = erpOf({ base: target.base, patienceMs: target.patienceMs }, token);
  const why = untriedOf({ mayWrite, isRefused, isLate: target.ends?.aborted === true });
  const undo = new Undo(writing, token, options.settleMs ?? target.patienceMs * 4);
  const { cart, trial } = await openCart(undo, why, productId);
  const wrote = trial.stops === null && trial.unknown === null;
  const facts = cart && { cart, listPrice: options.listPrice ?? null };
  const looks = [
    ...(isRefused ? [] : traits).map(({ id, look }) => ({
      id,
      writes: false,
      look: () => look(erp),
    })),
    ...(facts ? writeTraits(facts) : []).map(({ id, look }) => ({
      id,
      writes: true,
      look: () => look(writing),
    })),
  ];
  const found: (Difference & { id: string })[] = [];
  // Sequential: the ERP serialises writes of one customer.
  for (const { id, writes, look } of looks) {
    if (until?.aborted || target.ends?.aborted) break;
    // A record that cannot be restored ends the test writes.
    if (writes && undo.notUndone.length > 0) continue;
    const difference = await look();
    if (difference) found.push({ id, ...difference });
  }
  await cart?.close();
  const [payable] = valuesAt((await erp.get('carts/current/payable'))?.json, 'payable');
  const what = typeof payable === 'string' ? `?payable=${encodeURIComponent(payable)}` : '';
  const methods = await erp.get(`payment/methods${what}`);
  const stops = stopsOf(calls, cartSync, methods?.json);
  if (trial.stops !== null) stops.unshift(trial.stops);
  if (isRefused)
    stops.unshift(
      'the token is refused (401): it has expired, or the ERP checks tokens by another key, issuer or audience',
    );
  else if (toNothing.get !== null)
    stops.unshift(
      `a nonexistent call returns ${toNothing.get}: this address is not the base of an ERP API`,
    );
  return {
    calls,
    traits: found,
    wrote,
    stops,
    unwritten: trial.unknown,
    notUndone: undo.notUndone,
    complete: target.ends?.aborted !== true,
  };
}

/** 0: conforms; 1: something is missing, differs or was not undone, but the shop works; 2: the shop cannot work. */
export function exitCodeOf(conformance: Conformance): 0 | 1 | 2 {
  const { calls, traits: found, complete, stops, notUndone } = conformance;
  if (stops.length > 0) return 2;
  const differs = calls.some(
    ({ presence, differences }) => presence !== 'present' || differences.length > 0,
  );
  const absent = calls.some(({ presence }) => !['present', 'untold'].includes(presence));
  return !complete ||
    notUndone.length > 0 ||
    absent ||
    found.length > 0 ||
    (differs && calls.some((one) => one.differences.length > 0))
    ? 1
    : 0;
}
