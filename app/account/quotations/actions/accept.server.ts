/**
 * Accepts a quotation, which turns it into an order, once (P-57). The ERP refuses a second acceptance, because the
 * quotation's state has changed. When the ERP's response is lost, the shop looks up whether the order exists, and a
 * repeated request redirects to the order.
 */
import { noteOwnOrder } from '~/ordering/on-order/own-orders.server';
import { findOrder } from '~/ordering/orders/orders.server';
import { noteSale } from '~/ordering/payment/sale-kinds.server';
import type { CustomerRequest } from '~/base/page/page';
import { isInDoubt, isUpstreamFailure } from '~/base/kernel/failure';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { Quotation } from '../quotation';
import { stepQuotation, type QuotationRefusal } from '../quotation-calls.server';
import { findQuotation } from '../quotations.server';

export type AcceptRefusal =
  | QuotationRefusal
  | { kind: 'may-not-order' }
  | { kind: 'not-answered' }
  | { kind: 'on-request'; names: string }
  | { kind: 'withdrawn'; names: string };

/**
 * Whether the quotation is an order: it is missing from the quotations and present among the orders under the same id.
 */
export async function isOrdered(page: CustomerRequest, id: number): Promise<boolean> {
  if ((await findQuotation(page, id)) !== null) return false;
  return (await findOrder(page, id)) !== null;
}

async function isOrderedAfterAll(page: CustomerRequest, id: number): Promise<boolean> {
  try {
    return await isOrdered(page, id);
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    return false;
  }
}

export async function acceptQuotation(
  page: CustomerRequest,
  { id, name, quotationState }: Pick<Quotation, 'id' | 'name' | 'quotationState'>,
): Promise<Outcome<null, AcceptRefusal>> {
  if (!page.customer.canOrder) return refused({ kind: 'may-not-order' });
  const ordered = async () => {
    await noteSale(page, name, 'placed');
    await noteOwnOrder(page);
    return done(null);
  };
  try {
    const outcome = await stepQuotation(page, id, quotationState === null ? 'confirm' : 'accept');
    if (outcome.ok || (await isOrderedAfterAll(page, id))) return await ordered();
    const tooEarly = quotationState === null && outcome.refusal.kind === 'wrong-state';
    return refused(tooEarly ? { kind: 'not-answered' } : outcome.refusal);
  } catch (error) {
    if (isInDoubt(error) && (await isOrderedAfterAll(page, id))) return ordered();
    throw error;
  }
}
