/**
 * Sends one cart write during checkout (contract/erp.md 9). The cart in the response replaces the one in the ledger.
 * Its uuid is compared with the expected one, because the path of the call does not protect against a replaced cart. If
 * the response is lost, the write may still take effect. The cart then stays locked until the outcome is known
 * (contract/erp.md 10.5), so that it cannot be confirmed, paid or changed.
 */
import { recordCart } from '~/ordering/cart/cart.server';
import type { Cart } from '~/ordering/cart/cart';
import { SaleWire } from '~/ordering/cart/wire/cart-wire.server';
import { lockCart } from '~/ordering/cart/cart-lock.server';
import { isNotInstalled, noteMissing, type Refused } from '~/base/erp/capabilities.server';
import type { CustomerRequest } from '~/base/page/page';
import { isInDoubt } from '~/base/kernel/failure';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { ErpAnswer } from '../../../../server/upstream/erp/erp-client';

export type CartCallRefusal =
  /** Another device ordered or replaced the cart. */
  { kind: 'replaced' } | { kind: 'not-installed' } | { kind: 'refused'; answer: Refused };

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

export interface CartWrite {
  path: string;
  body: Readonly<Record<string, unknown>>;
}

export async function writeCart(
  page: Page,
  cart: Cart,
  write: CartWrite,
): Promise<Outcome<Cart, CartCallRefusal>> {
  const { context } = page;
  const sentAt = context.clock.now().getTime();
  let answer: ErpAnswer<SaleWire>;
  try {
    answer = await context.erp.call({ method: 'POST', ...write }, SaleWire);
  } catch (error) {
    if (isInDoubt(error)) await lockCart(page, { id: context.requestId, sentAt });
    throw error;
  }
  if (answer.kind === 'refused') {
    if (!isNotInstalled(answer)) return refused({ kind: 'refused', answer });
    await noteMissing(context, `POST ${write.path}`);
    return refused({ kind: 'not-installed' });
  }
  const next = await recordCart(page, answer.kind === 'ok' ? answer.body : null);
  return next?.uuid === cart.uuid && next !== null ? done(next) : refused({ kind: 'replaced' });
}
