/** Applies a provider's result to the transaction and the cart, and redirects to the shop (12.5, 12.6). */
import type { ErpState } from '../call';
import { placeOrder } from '../cart/checkout';
import { redirect, type ErpResponse } from '../protocol/exchange';
import type { TransactionRecord } from '../store/records';
import { PROVIDERS } from './providers';

export type Outcome = 'done' | 'pending' | 'cancel' | 'error';
type Status = 'success' | 'pending' | 'cancelled' | 'unknown' | 'error';

export function statusOf(state: TransactionRecord['state']): Status {
  if (state === 'done') return 'success';
  if (state === 'pending' || state === 'authorized') return 'pending';
  if (state === 'cancel') return 'cancelled';
  return state === 'error' ? 'error' : 'unknown';
}

/** Orders the cart only once: a webhook and a return for the same payment create one order. */
function takeCart(erp: ErpState, transaction: TransactionRecord, raw: 'sale' | 'sent'): void {
  const sale = erp.store.sales.get(transaction.saleId);
  const customer = erp.store.customers.get(transaction.customerId);
  if (!sale || !customer) return;
  const provider = PROVIDERS.find((candidate) => candidate.id === transaction.providerId);
  const paymentMode = provider ? { id: provider.id, name: provider.name[customer.lang] } : null;
  if (sale.typology === 'cart') placeOrder(erp, customer, { ...sale, paymentMode }, raw);
  else if (sale.raw === 'sent' && raw === 'sale') erp.store.sales.put({ ...sale, raw: 'sale' });
}

export function settle(
  erp: ErpState,
  transaction: TransactionRecord,
  outcome: Outcome,
): TransactionRecord {
  if (transaction.state === 'done') return transaction;
  const settled = erp.store.transactions.put({ ...transaction, state: outcome });
  if (outcome === 'done') takeCart(erp, settled, 'sale');
  if (outcome === 'pending') takeCart(erp, settled, 'sent');
  return settled;
}

/** Redirects to the shop with 303 and preserves the parameters of the return address. */
export function backToShop(address: string, added: Record<string, string>): ErpResponse {
  const url = new URL(address);
  const kept = url.search.replace(/^\?/, '');
  const query = Object.entries(added).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  url.search = [kept, ...query].filter((part) => part !== '').join('&');
  return redirect(303, url.toString());
}
