/** Payable, payment methods and transactions (contract/erp.md 9.6, 12.2, 12.3). The last two need no sign-in. */
import { z } from 'zod';
import { lastValues, type Call, type CustomerCall, type ErpState } from '../call';
import { cartForAction } from '../cart/open-carts';
import { cartAction } from '../cart/spellings';
import { json, notFound, type ErpResponse } from '../protocol/exchange';
import { int, oneOf, read, text } from '../protocol/fields';
import { escapeHtml } from '../protocol/note';
import { open, type Route } from '../protocol/router';
import { refusal } from '../protocol/texts';
import { isPorted } from '../quirks';
import type { TransactionRecord } from '../store/records';
import {
  EURO_ID,
  claimsFor,
  forbidden,
  paymentData,
  readPayable,
  refuseStale,
  signPayable,
  type PayableClaims,
} from './payable';
import { PROVIDERS, providerShape, type Provider } from './providers';

function payable(call: CustomerCall): ErpResponse {
  const cart = cartForAction(call);
  if (!cart) throw notFound();
  const claims = claimsFor(cart);
  return json(200, paymentData(signPayable(call.erp, claims), claims, call.lang));
}

const MethodsQuery = z.object({ payable: text() });

function methods(call: Call): ErpResponse {
  const { erp, lang } = call;
  const query = read(MethodsQuery, lastValues(call.query), 'query');
  const claims = readPayable(erp, query.payable);
  refuseStale(erp, claims);
  const released = erp.quirks.has('released-shapes');
  const reference = released ? null : claims.payable_reference;
  const providers = PROVIDERS.map((provider) => providerShape(provider, lang, reference));
  return json(200, { ...paymentData(query.payable, claims, lang), providers });
}

/** Accepts only addresses of the shop as return addresses; otherwise a payable would be an open redirect. */
export function checkReturnUrl(call: Call, address: string): void {
  const url = URL.canParse(address) ? new URL(address) : null;
  const web = url?.protocol === 'https:' || url?.protocol === 'http:';
  const allowed = call.erp.returnOrigins;
  if (!url || !web || (allowed && !allowed.includes(url.origin)))
    throw refusal(call, 'originRefused');
}

const Create = z.object({
  payable: text(),
  flow: oneOf(['redirect'], 'literal_error'),
  provider_id: int(),
  frontend_redirect_url: text(),
});

/** Reference of the next transaction: that of the payable, with `-1`, `-2` … for each repeated attempt. */
function nextReference(erp: ErpState, claims: PayableClaims): string {
  const before = erp.store.transactions.count({ sale: claims.payable_id });
  return before === 0 ? claims.payable_reference : `${claims.payable_reference}-${before}`;
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}"/>`;
}

function redirectForm(
  erp: ErpState,
  provider: Provider,
  transaction: TransactionRecord,
  claims: PayableClaims,
): string {
  const base = `${erp.publicUrl()}/payment/providers/${provider.code}`;
  if (provider.code === 'demo')
    return `<form method="get" action="${base}/pay">${hidden('reference', transaction.reference)}</form>`;
  const signed = signPayable(erp, { ...claims, transaction_id: transaction.id });
  const inputs = [
    hidden('payable', signed),
    hidden('frontend_redirect_url', transaction.returnUrl),
  ].join('');
  return `<form method="POST" action="${base}/pending">${inputs}</form>`;
}

function createTransaction(call: Call): ErpResponse {
  const { erp } = call;
  const input = read(Create, call.body, 'body');
  const claims = readPayable(erp, input.payable);
  refuseStale(erp, claims);
  const provider = PROVIDERS.find(({ id }) => id === input.provider_id);
  if (!provider) throw forbidden();
  checkReturnUrl(call, input.frontend_redirect_url);
  const transaction = erp.store.transactions.put({
    id: erp.store.next('transaction'),
    reference: nextReference(erp, claims),
    saleId: claims.payable_id,
    customerId: claims.partner_id,
    providerId: provider.id,
    amount: claims.amount,
    state: 'draft',
    returnUrl: input.frontend_redirect_url,
  });
  return json(200, {
    flow: 'redirect',
    provider_id: provider.id,
    provider_code: provider.code,
    reference: transaction.reference,
    amount: transaction.amount,
    currency_id: EURO_ID,
    partner_id: transaction.customerId,
    redirect_form_html: redirectForm(erp, provider, transaction, claims),
  });
}

export const paymentRoutes: Route[] = [
  ...cartAction('GET', 'payable', payable, { when: isPorted }),
  open('GET', 'payment/methods', methods, { when: isPorted }),
  open('POST', 'payment/transactions', createTransaction, { when: isPorted }),
];
