/**
 * What can pay this cart (contract/erp.md 9.6, 12.2). The payable is signed text that lets its holder
 * pay: it is asked for, used at once and never kept, shown or logged. The two public calls go without the
 * customer's session. `GET payable` answers 404 both without a cart and without the module, so its absence
 * is not remembered.
 */
import { findRecord } from '~/erp/calls.server';
import { isNotInstalled } from '~/erp/capabilities.server';
import type { CustomerRequest } from '~/page/page';
import { toCents, type Cents } from '~/kernel/money';
import type { PaymentMethod } from './payment';
import { MethodsWire, PayableWire, toMethod } from './payment-wire.server';

export interface Payable {
  text: string;
  /** Name of the cart that it is for. */
  reference: string;
  amount: Cents;
}

type Page = Pick<CustomerRequest, 'context'>;

/** Null: this ERP takes no payments, or there is nothing to pay. */
export async function readPayable({ context }: Page): Promise<Payable | null> {
  const found = await findRecord(context, { path: 'carts/current/payable' }, PayableWire);
  if (found === null) return null;
  const { payable, payable_reference: reference, amount } = found;
  return { text: payable, reference, amount: toCents(amount) };
}

/** Null: payment is not installed. An empty list: nothing can pay this amount. */
export async function listMethods(page: Page): Promise<readonly PaymentMethod[] | null> {
  const payable = await readPayable(page);
  if (!payable) return null;
  const answer = await page.context.erp.call(
    { path: 'payment/methods', query: { payable: payable.text }, anonymous: true },
    MethodsWire,
  );
  if (answer.kind === 'ok') return answer.body.providers.map(toMethod);
  return answer.kind === 'refused' && isNotInstalled(answer) ? null : [];
}
