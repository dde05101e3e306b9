/**
 * Sends `POST carts/confirm` once per cart (contract/erp.md 9.13). If the ERP rejects it in the contract's JSON, or was
 * never reached, nothing was ordered. After any other failure an order may exist, so the shop looks it up before it
 * reports anything. 404 `No cart found` can mean that another device ordered the same cart. Requires the cart lock.
 */
import type { Cart } from '~/ordering/cart/cart';
import { SaleWire, toCart } from '~/ordering/cart/wire/cart-wire.server';
import { isNotInstalled, noteMissing, type Refused } from '~/base/erp/capabilities.server';
import type { CustomerRequest } from '~/base/page/page';
import { isInDoubt, isUpstreamFailure } from '~/base/kernel/failure';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { ErpAnswer } from '../../../../server/upstream/erp/erp-client';
import {
  beginPlacing,
  confirmMs,
  dropPlacing,
  lookUpOrder,
  recordInDoubt,
  type KnownOrder,
} from '../placing/placing.server';

export const confirmCall = 'POST carts/confirm';

type ConfirmRefusal =
  | { kind: 'not-installed' }
  /** The cart is gone, and no order of it is known. */
  | { kind: 'replaced' }
  | { kind: 'refused'; answer: Refused };

/** `found` is the order; null: the response was lost and the shop is looking up the order. */
type Confirmed = { found: KnownOrder | null };

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

/** Looks up the order now. `told`: whether the ERP responded. */
async function lookUpNow(
  page: Page,
  uuid: string,
): Promise<{ told: boolean; order: KnownOrder | null }> {
  try {
    return { told: true, order: await lookUpOrder(page, uuid) };
  } catch (fault) {
    if (!isUpstreamFailure(fault)) throw fault;
    page.context.log.warn(
      { event: 'order.lookup_failed', reason: fault.reason },
      'the order could not be looked for yet',
    );
    return { told: false, order: null };
  }
}

async function afterLostAnswer(
  page: Page,
  { uuid, name }: Cart & { uuid: string },
  error: unknown,
): Promise<Confirmed> {
  const reason = error instanceof Error ? error.message : String(error);
  page.context.log.error(
    { event: 'order.answer_lost', name, error: reason },
    'the answer to a confirmation was lost; the order is looked for',
  );
  return { found: (await lookUpNow(page, uuid)).order };
}

async function interpretRefusal(
  page: Page,
  uuid: string,
  answer: Refused,
): Promise<Outcome<Confirmed, ConfirmRefusal>> {
  if (isNotInstalled(answer)) {
    await noteMissing(page.context, confirmCall);
    await dropPlacing(page, uuid);
    return refused({ kind: 'not-installed' });
  }
  if (answer.status === 404) {
    const { told, order } = await lookUpNow(page, uuid);
    // If the ERP did not respond, another device may have ordered the cart: the next page repeats the look-up.
    if (order || !told) return done({ found: order });
    await dropPlacing(page, uuid);
    return refused({ kind: 'replaced' });
  }
  await dropPlacing(page, uuid);
  return refused({ kind: 'refused', answer });
}

export async function confirmCart(
  page: Page,
  cart: Cart & { uuid: string },
  { suiteName, choices }: { suiteName: string | null | undefined; choices: string },
): Promise<Outcome<Confirmed, ConfirmRefusal>> {
  const { context } = page;
  const { uuid } = cart;
  const sentAt = context.clock.now().getTime();
  const total = cart.amount?.total ?? null;
  if (!(await beginPlacing(page, uuid, { sentAt, choices, total }))) return done({ found: null });
  let answer: ErpAnswer<SaleWire>;
  try {
    answer = await context.erp.call(
      {
        method: 'POST',
        path: 'carts/confirm',
        timeoutMs: confirmMs,
        body: {
          uuid,
          ...(suiteName === undefined ? {} : { suite_name: suiteName }),
          // The cart contains the reference too, but some ERPs do not read it there (contract/erp.md 9.13).
          ...(cart.reference ? { customer_ref: cart.reference } : {}),
        },
      },
      SaleWire,
    );
  } catch (error) {
    if (!isInDoubt(error)) {
      await dropPlacing(page, uuid);
      throw error;
    }
    await recordInDoubt(page, uuid, sentAt);
    return done(await afterLostAnswer(page, cart, error));
  }
  if (answer.kind === 'refused') return interpretRefusal(page, uuid, answer);
  if (answer.kind === 'empty') {
    await recordInDoubt(page, uuid, sentAt);
    return done(await afterLostAnswer(page, cart, 'nothing in it'));
  }
  const { id, name } = answer.body;
  const { lines } = toCart(answer.body);
  context.log.info(
    { event: 'order.placed', order: id, name, lines: lines.length },
    'an order was placed',
  );
  return done({ found: { id, name, how: 'answered' } });
}
