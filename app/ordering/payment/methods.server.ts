/**
 * Payment methods for this cart (contract/erp.md 9.6, 12.2). The payable is signed text that lets its holder pay. It is
 * requested, used at once, and never stored, displayed or logged. The two public calls omit the customer's session.
 * `GET payable` responds 404 both without a cart and without the module, so the 404 is not cached.
 */
import { findRecord } from '~/base/erp/calls.server';
import { isNotInstalled } from '~/base/erp/capabilities.server';
import type { CustomerRequest } from '~/base/page/page';
import { toCents, type Cents } from '~/base/kernel/money';
import type { Locale } from '~/base/i18n/locales';
import type { PaymentMethod } from './payment';
import { MethodsWire, PayableWire, toMethod } from './payment-wire.server';

export interface Payable {
  text: string;
  /** Name of the cart that the payable belongs to. */
  reference: string;
  amount: Cents;
}

type Page = Pick<CustomerRequest, 'context'>;
type ListPage = Page & Pick<CustomerRequest, 'locale'>;

/**
 * Names of payment methods by id, as this instance last received them. A payment that was already begun uses them
 * without another ERP call.
 */
type Names = Readonly<Record<number, string>>;
const keyOf = (locale: Locale): string => `payment methods ${locale}`;

async function noteNames({ context, locale }: ListPage, methods: readonly PaymentMethod[]) {
  const { cache } = context;
  const before = await cache.known<Names>(keyOf(locale));
  const now = Object.fromEntries(methods.map(({ id, name }) => [id, name]));
  cache.delete(keyOf(locale));
  await cache.get<Names>(keyOf(locale), { freshMs: Infinity }, () =>
    Promise.resolve({ ...before, ...now }),
  );
}

/**
 * Name of the payment method in the page's language, or "online payment" when the ERP has not sent the name in that
 * language yet.
 */
export async function methodName(
  { context, locale, t }: ListPage & Pick<CustomerRequest, 't'>,
  begun: { providerName: string; provider?: { id: number; locale: Locale } | undefined },
): Promise<string> {
  const { provider, providerName } = begun;
  if (!provider || provider.locale === locale) return providerName;
  const names = await context.cache.known<Names>(keyOf(locale));
  return names?.[provider.id] || t('checkout:payment.online');
}

/** The payable of the cart; null: this ERP does not support payments, or there is nothing to pay. */
export async function readPayable({ context }: Page): Promise<Payable | null> {
  const found = await findRecord(context, { path: 'carts/current/payable' }, PayableWire);
  if (found === null) return null;
  const { payable, payable_reference: reference, amount } = found;
  return { text: payable, reference, amount: toCents(amount) };
}

/** Payment methods for the cart; null: payment is not installed. An empty list: no method accepts this amount. */
export async function listMethods(page: ListPage): Promise<readonly PaymentMethod[] | null> {
  const payable = await readPayable(page);
  if (!payable) return null;
  const answer = await page.context.erp.call(
    { path: 'payment/methods', query: { payable: payable.text }, anonymous: true },
    MethodsWire,
  );
  if (answer.kind === 'ok') {
    const methods = answer.body.providers.map(toMethod);
    await noteNames(page, methods);
    return methods;
  }
  return answer.kind === 'refused' && isNotInstalled(answer) ? null : [];
}
