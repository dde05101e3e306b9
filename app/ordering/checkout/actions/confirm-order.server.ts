/**
 * The confirmation, after all choices are applied. It rejects a cart that may not be ordered, and asks again when the
 * cart differs from the displayed one. Otherwise it confirms, or begins the payment that confirms (contract/erp.md 9.0,
 * 9.13, 12).
 */
import type { Cart } from '~/ordering/cart/cart';
import type { NoticeMessage } from '~/base/page/notice';
import { isMissing } from '~/base/erp/capabilities.server';
import { openAttemptOf } from '~/ordering/payment/attempt.server';
import { listMethods } from '~/ordering/payment/methods.server';
import type { PaymentAttempt, PaymentMethod } from '~/ordering/payment/payment';
import { beginPayment } from '~/ordering/payment/transaction.server';
import type { CustomerRequest } from '~/base/page/page';
import { formatsFor } from '~/base/i18n/formats';
import type { TextKey } from '~/base/i18n/keys';
import { links } from '~/base/i18n/links';
import { fieldErrorsOf } from './step-texts.server';
import type { CheckoutResult } from './checkout-result';
import { onAccount } from '../checkout';
import type { CheckoutInput } from '../checkout-form';
import type { SummaryLine, UnusualQuantities } from '../checkout-view';
import { withOwn, type Offers } from '../checkout-view.server';
import { confirmCall, confirmCart } from '../erp/confirm.server';
import { orderWithSerial } from '../erp/suite-name.server';
import { confirmFaults, waysToPay, type ConfirmFault } from '../confirm-rules';
import { isAsShown } from './cart-digest.server';
import { refusalText } from '../erp/refusal-text.server';

interface Confirmation {
  input: CheckoutInput;
  /** The cart after the choices were applied. */
  cart: Cart;
  lines: readonly SummaryLine[];
  catalogueUnavailable: boolean;
  /** Whether a line must stay cold in transit. */
  cold: boolean;
  unusual: UnusualQuantities | null;
  offers: Offers;
  /** Notices about differences between the cart and the displayed one. */
  changed: readonly NoticeMessage[];
  /** Whether the cart matched the displayed one when this form was posted. */
  wasAsShown: boolean;
  /** Another tab or person changed the reference or the note after this page was rendered. */
  otherTexts: boolean;
  /** The customer entered a discount code that the cart does not have. */
  codeRefused: boolean;
  startedAt: Date;
  /** Digest of the posted choices (`choicesDigest`). */
  choices: string;
}

/**
 * Latest start of a confirmation, in ms after the cart was locked: it could otherwise outlive the lock of two minutes.
 */
const latestStartMs = 60_000;

const refusedWith = (status: number, ...notices: NoticeMessage[]): CheckoutResult => ({
  kind: 'shown',
  status,
  notices,
});

export const mayNotOrder = ({ t }: CustomerRequest): CheckoutResult =>
  refusedWith(403, { tone: 'bad', text: t('checkout:refusal.may-not-order') });

function barredLines(
  { t, locale }: CustomerRequest,
  lines: readonly SummaryLine[],
): NoticeMessage[] {
  const link = { href: links.cart(locale), text: t('checkout:toCart') };
  return lines.flatMap(({ name, barred }) =>
    barred === null
      ? []
      : [{ tone: 'bad' as const, text: t(`checkout:barred.${barred}`, { name }), link }],
  );
}

function madeToOrder({ lines, catalogueUnavailable }: Confirmation): 'none' | 'some' | 'unknown' {
  if (catalogueUnavailable) return 'unknown';
  return lines.some(({ isMadeToOrder }) => isMadeToOrder) ? 'some' : 'none';
}

interface Ways {
  confirms: boolean;
  methods: readonly PaymentMethod[];
}

/** Loads the payment methods only when one is chosen. */
async function waysOf(page: CustomerRequest, way: string | undefined): Promise<Ways> {
  const confirms = !(await isMissing(page.context, confirmCall));
  if (way === undefined || way === onAccount) return { confirms, methods: [] };
  return { confirms, methods: (await listMethods(page)) ?? [] };
}

function faultsOf(asked: Confirmation, { confirms, methods }: Ways): ConfirmFault[] {
  const { cart, offers, input } = asked;
  const { carriers } = offers;
  return confirmFaults({
    cart,
    addresses: withOwn(offers.delivery, null),
    carriers: carriers.kind === 'ok' ? { kind: 'ok', value: carriers.value.carriers } : carriers,
    madeToOrder: madeToOrder(asked),
    acknowledged: input.mto === 'on',
    cold: asked.cold,
    staysCold: input.cold === 'on',
    unusual: asked.unusual?.value ?? null,
    sure: input.sure,
    ways: waysToPay(confirms, methods),
    way: input.pay,
  });
}

async function onAccountNow(
  page: CustomerRequest,
  cart: Cart & { uuid: string },
  { input, choices }: Pick<Confirmation, 'input' | 'choices'>,
): Promise<CheckoutResult> {
  const { t } = page;
  const suiteName = input.suite === undefined ? undefined : input.suite || null;
  const outcome = await confirmCart(page, cart, { suiteName, choices });
  if (outcome.ok) return { kind: 'ordered', cartUuid: cart.uuid, order: outcome.value.found };
  switch (outcome.refusal.kind) {
    case 'replaced':
      return { kind: 'replaced' };
    case 'not-installed':
      return refusedWith(409, { tone: 'warn', text: t('checkout:notice.confirm-missing') });
    case 'refused': {
      const key = refusalText(outcome.refusal.answer.detail, 'checkout:refusal.confirm');
      return refusedWith(409, { tone: 'bad', text: t(key) });
    }
  }
}

const paymentTexts: Readonly<Record<'cart-changed' | 'not-offered', TextKey>> = {
  'cart-changed': 'checkout:notice.changed',
  'not-offered': 'checkout:notice.pay-refused',
};

/**
 * Warns before a second payment or an order on account: a payment of this cart was begun and may still be completed.
 */
function payOpen(
  { t, locale, context }: CustomerRequest,
  { token, at, providerName: method }: PaymentAttempt,
  key: 'checkout:notice.pay-open' | 'checkout:notice.pay-begun',
): CheckoutResult {
  const { dateTime } = formatsFor(context.site.tags[locale]);
  const text = t(key, { time: dateTime(at), method });
  return { kind: 'shown', status: 409, notices: [{ tone: 'warn', text }], begun: token };
}

async function payNow(
  page: CustomerRequest,
  cart: Cart,
  choice: { method: PaymentMethod; token: string; known: string | undefined },
): Promise<CheckoutResult> {
  const { t } = page;
  const outcome = await beginPayment(page, cart, choice);
  // If this form has already begun a payment, redirect to that payment, or to its outcome.
  if (outcome.ok || outcome.refusal.kind === 'begun-before')
    return { kind: 'paying', token: choice.token };
  if (outcome.refusal.kind === 'open')
    return payOpen(page, outcome.refusal.attempt, 'checkout:notice.pay-open');
  return refusedWith(409, { tone: 'warn', text: t(paymentTexts[outcome.refusal.kind]) });
}

export async function confirmOrder(
  page: CustomerRequest,
  asked: Confirmation,
): Promise<CheckoutResult> {
  const { t, context } = page;
  const { input, cart, lines, changed, wasAsShown, otherTexts, codeRefused, startedAt } = asked;
  const bars = barredLines(page, lines);
  if (bars.length > 0) return refusedWith(409, ...bars);
  const ways = await waysOf(page, input.pay);
  const faults = faultsOf(asked, ways);
  if (faults.length > 0) {
    const fieldErrors = fieldErrorsOf(page, faults);
    return { kind: 'shown', status: 422, notices: changed, fieldErrors };
  }
  if (codeRefused)
    return refusedWith(409, ...changed, { tone: 'warn', text: t('checkout:coupon.first') });
  const late = context.clock.now().getTime() - startedAt.getTime() > latestStartMs;
  if (cart.uuid === null || late || otherTexts || !isAsShown(cart, input)) {
    const text = t(wasAsShown ? 'checkout:notice.again' : 'checkout:notice.changed');
    return refusedWith(409, ...changed, { tone: 'warn', text });
  }
  const { suite = '', told } = input;
  const order =
    suite === '' || suite === told ? null : await orderWithSerial(page, suite, cart.name);
  if (order !== null) {
    const text = `${t('checkout:reference.suiteUsed', { suite, order })} ${t('checkout:notice.again')}`;
    return refusedWith(409, { tone: 'warn', text });
  }
  const method = ways.methods.find(({ id }) => String(id) === input.pay);
  const open = method ? null : await openAttemptOf(page, cart.uuid);
  if (open && open.token !== input.begun) return payOpen(page, open, 'checkout:notice.pay-begun');
  return method
    ? payNow(page, cart, { method, token: input.tx, known: input.begun })
    : onAccountNow(page, { ...cart, uuid: cart.uuid }, asked);
}
