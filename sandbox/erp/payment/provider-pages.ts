/**
 * Pages to which the payment providers redirect the browser (contract/erp.md 12.5, 21): the demo bank's page, on which
 * a person chooses the outcome, its webhook, and the bank transfer, which is always pending.
 */
import { z } from 'zod';
import { lastValues, type Call } from '../call';
import { html, json, missing, notFound, type ErpResponse } from '../protocol/exchange';
import { int, oneOf, read, text } from '../protocol/fields';
import { escapeHtml } from '../protocol/note';
import { open, type Route } from '../protocol/router';
import type { TransactionRecord } from '../store/records';
import type { Lang, Text } from '../../world';
import { readPayable } from './payable';
import { checkReturnUrl } from './payment';
import { TRANSFER_MESSAGE } from './providers';
import { backToShop, settle, statusOf, type Outcome } from './settle';
import { isPorted } from '../quirks';

const OUTCOMES = ['done', 'pending', 'cancel', 'error'] as const satisfies readonly Outcome[];

const LABELS: Record<Outcome, Text> = {
  done: { fr: 'Payer', nl: 'Betalen', en: 'Pay' },
  pending: { fr: 'Laisser en attente', nl: 'In afwachting laten', en: 'Leave pending' },
  cancel: { fr: 'Annuler', nl: 'Annuleren', en: 'Cancel' },
  error: { fr: 'Provoquer une erreur', nl: 'Een fout veroorzaken', en: 'Cause an error' },
};
const TITLE: Text = { fr: 'Banque de démonstration', nl: 'Demobank', en: 'Demonstration bank' };

const ByReference = z.object({ reference: text() });
const Choice = z.object({ reference: text(), outcome: oneOf(OUTCOMES) });

function transactionBy(call: Call, reference: string): TransactionRecord {
  const found = call.erp.store.transactions.first({ reference });
  if (!found) throw notFound('No such transaction');
  return found;
}

function page(lang: Lang, transaction: TransactionRecord): string {
  const buttons = OUTCOMES.map(
    (outcome) => `<button name="outcome" value="${outcome}">${LABELS[outcome][lang]}</button>`,
  ).join('\n');
  const reference = escapeHtml(transaction.reference);
  return `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${TITLE[lang]}</title></head>
<body>
<main>
<h1>${TITLE[lang]}</h1>
<p>${reference}: ${transaction.amount.toFixed(2)} €</p>
<form method="post" action="return">
<input type="hidden" name="reference" value="${reference}">
${buttons}
</form>
</main>
</body>
</html>
`;
}

function pay(call: Call): ErpResponse {
  const { reference } = read(ByReference, lastValues(call.query), 'query');
  return html(200, page(call.lang, transactionBy(call, reference)));
}

function comeBack(call: Call): ErpResponse {
  const { reference, outcome } = read(Choice, call.fields, 'body');
  const transaction = settle(call.erp, transactionBy(call, reference), outcome);
  return backToShop(transaction.returnUrl, { status: statusOf(transaction.state), reference });
}

/** Called by the bank's server: before the browser's return, after it, or without any return. */
function webhook(call: Call): ErpResponse {
  const { reference, outcome } = read(Choice, call.fields, 'body');
  settle(call.erp, transactionBy(call, reference), outcome);
  return json(200, {});
}

const Pending = z.object({ payable: text(), frontend_redirect_url: text() });
const TransactionId = int();

/** A repeated post gets the same response. */
function customPending(call: Call): ErpResponse {
  const input = read(Pending, call.fields, 'body');
  const claims = readPayable(call.erp, input.payable);
  checkReturnUrl(call, input.frontend_redirect_url);
  const id = read(TransactionId, claims.transaction_id, 'body');
  const transaction = call.erp.store.transactions.get(id);
  if (!transaction) throw missing();
  settle(call.erp, transaction, 'pending');
  return backToShop(input.frontend_redirect_url, {
    status: 'pending',
    pending_message: TRANSFER_MESSAGE[call.lang],
  });
}

const form = { body: 'form', when: isPorted } as const;

export const providerRoutes: Route[] = [
  open('GET', 'payment/providers/demo/pay', pay, { when: isPorted }),
  open('POST', 'payment/providers/demo/return', comeBack, form),
  open('POST', 'payment/providers/demo/webhook', webhook, form),
  open('POST', 'payment/providers/custom/pending', customPending, form),
];
