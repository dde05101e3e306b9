/**
 * For an ERP that cannot create quotations: requests a quotation for the whole cart (contract/erp.md 17.4), which turns
 * the cart into the quotation. The shop does not call the ERP for a cart without lines, on which the ERP fails. During
 * the call the cart is locked, as during the confirmation of an order (9.0).
 */
import { recordOrdered } from '~/ordering/cart/cart.server';
import { forgetConfirmed } from '~/ordering/cart/confirmed-quantities.server';
import { SaleWire } from '~/ordering/cart/wire/cart-wire.server';
import { lockCart, withCartLock } from '~/ordering/cart/cart-lock.server';
import { isNotInstalled } from '~/base/erp/capabilities.server';
import { noteSale } from '~/ordering/payment/sale-kinds.server';
import type { CustomerRequest } from '~/base/page/page';
import { isInDoubt } from '~/base/kernel/failure';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { QuotationRefusal } from '../quotation-calls.server';

export type FromCartRefusal = QuotationRefusal | { kind: 'no-cart' } | { kind: 'cart-busy' };

type Result = Outcome<string, FromCartRefusal>;

async function request(page: CustomerRequest, cartName: string): Promise<Result> {
  const { context } = page;
  const sentAt = context.clock.now().getTime();
  try {
    const answer = await context.erp.call(
      { method: 'POST', path: 'carts/current/request_quotation' },
      SaleWire,
    );
    if (answer.kind === 'refused')
      return refused({ kind: isNotInstalled(answer) ? 'not-installed' : 'not-accepted' });
    await recordOrdered(page);
    await forgetConfirmed(page);
    await noteSale(page, cartName, 'asked');
    return done(answer.kind === 'ok' ? String(answer.body.id) : '');
  } catch (error) {
    if (isInDoubt(error)) {
      await noteSale(page, cartName, 'asked');
      await lockCart(page, { id: context.requestId, sentAt });
    }
    throw error;
  }
}

/** The id of the quotation that the cart has become; empty when the ERP did not return it. */
export async function requestFromCart(page: CustomerRequest): Promise<Result> {
  const outcome = await withCartLock<Result>(page, (cart) =>
    cart.lines.length > 0
      ? request(page, cart.name)
      : Promise.resolve(refused({ kind: 'no-cart' })),
  );
  if (outcome.ok) return outcome.value;
  return refused({ kind: outcome.refusal.kind === 'no-cart' ? 'no-cart' : 'cart-busy' });
}
