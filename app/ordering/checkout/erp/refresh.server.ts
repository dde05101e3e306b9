/**
 * Asks the ERP to refresh the shortages that it expects (contract/erp.md 9.12). The ERP reports each change only once,
 * so the page must display this response. 404 `No cart found` means that the open cart is another one.
 */
import type { Cart } from '~/ordering/cart/cart';
import { isMissing } from '~/base/erp/capabilities.server';
import type { CustomerRequest } from '~/base/page/page';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import { writeCart, type CartCallRefusal } from './cart-call.server';

const path = 'carts/refresh_qty_unavailable';

export async function refreshUnavailable(
  page: Pick<CustomerRequest, 'context' | 'customer'>,
  cart: Cart,
): Promise<Outcome<Cart, Extract<CartCallRefusal, { kind: 'replaced' }>>> {
  if (await isMissing(page.context, `POST ${path}`)) return done(cart);
  const outcome = await writeCart(page, cart, { path, body: { uuid: cart.uuid } });
  if (outcome.ok) return outcome;
  switch (outcome.refusal.kind) {
    case 'replaced':
      return refused({ kind: 'replaced' });
    case 'not-installed':
      return done(cart);
    case 'refused':
      return outcome.refusal.answer.status === 404 ? refused({ kind: 'replaced' }) : done(cart);
  }
}
