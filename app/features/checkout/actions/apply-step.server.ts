/**
 * The buttons of checkout that change something, for a cart that is held still: use a coupon, apply the
 * choices, confirm. Every write's answer is compared with the expected cart (contract/erp.md 9).
 */
import type { Cart } from '~/features/cart/cart';
import type { CustomerRequest } from '~/page/page';
import { done, refused, type Outcome } from '~/kernel/outcome';
import { differences, fieldErrorsOf, refusedChoice } from './step-texts.server';
import { keepCarrier } from '../last-carrier.server';
import type { CheckoutResult } from './checkout-result';
import { applyChoices } from './apply-choices.server';
import { noteWithSerial, onAccount } from '../checkout';
import type { CheckoutInput, Intent } from '../checkout-form';
import { cardsOf, loadOffers, summaryLine, withOwn, type Offers } from '../checkout-view.server';
import { confirmOrder, mayNotOrder } from './confirm-order.server';
import { applyCoupon } from '../erp/coupon.server';
import { valueOf } from '~/page/optional';
import { refreshUnavailable } from '../erp/refresh.server';
import { refusalText } from '../erp/refusal-text.server';
import { readWanted } from './wanted.server';

export interface Step {
  cart: Cart;
  input: CheckoutInput;
  intent: Exclude<Intent, 'find' | 'points'>;
}

const replaced: CheckoutResult = { kind: 'replaced' };

async function useCoupon(page: CustomerRequest, { cart, input }: Step): Promise<CheckoutResult> {
  const { t } = page;
  const { coupon: code, tx: token } = input;
  if (!code) return { kind: 'shown', status: 200 };
  const outcome = await applyCoupon(page, cart, { code, token });
  if (outcome.ok)
    return {
      kind: 'shown',
      status: 200,
      notices: [{ tone: 'ok', text: t('checkout:coupon.applied', { code }) }],
    };
  switch (outcome.refusal.kind) {
    case 'replaced':
      return replaced;
    case 'applied-before':
      return {
        kind: 'shown',
        status: 409,
        notices: [{ tone: 'info', text: t('checkout:coupon.again', { code }) }],
      };
    case 'retyped':
      return {
        kind: 'shown',
        status: 422,
        fieldErrors: { coupon: [t('checkout:refusal.code-applied')] },
      };
    case 'not-installed':
      return {
        kind: 'shown',
        status: 409,
        notices: [{ tone: 'info', text: t('checkout:coupon.none') }],
      };
    case 'refused': {
      const key = refusalText(outcome.refusal.answer.detail, 'checkout:refusal.code');
      return { kind: 'shown', status: 422, fieldErrors: { coupon: [t(key)] } };
    }
  }
}

/** Only `carts/confirm` takes a serial number; with a payment it travels in the note. */
function noteToSend({ t }: CustomerRequest, { pay, suite, note }: CheckoutInput): string {
  if (!suite || pay === undefined || pay === onAccount) return note;
  return noteWithSerial(note, t('checkout:reference.suite'), suite);
}

/** Applies the choices and refreshes the shortages; what stops it is an answer already. */
async function applied(
  page: CustomerRequest,
  { cart, input, intent }: Step,
  offers: Offers,
): Promise<Outcome<Cart, { kind: 'stopped'; result: CheckoutResult }>> {
  const stop = (result: CheckoutResult) => refused({ kind: 'stopped', result } as const);
  const wanted = await readWanted(page, cart, input, offers);
  if (!wanted.ok) {
    const fieldErrors = fieldErrorsOf(page, wanted.refusal.faults);
    return stop({ kind: 'shown', status: 422, fieldErrors });
  }
  const note = intent === 'confirm' ? noteToSend(page, input) : input.note;
  const outcome = await applyChoices(
    page,
    cart,
    { ...wanted.value, note },
    {
      source: valueOf(offers.carriers)?.source ?? 'carriers',
      addresses: withOwn(offers.delivery, null),
    },
  );
  if (!outcome.ok) {
    const { refusal } = outcome;
    if (refusal.kind === 'replaced') return stop(replaced);
    return stop({ kind: 'shown', status: 422, fieldErrors: refusedChoice(page, refusal) });
  }
  const { carrier } = wanted.value;
  if (carrier && !carrier.needsPoint) await keepCarrier(page, input.cart, carrier.id);
  const refreshed = await refreshUnavailable(page, outcome.value);
  return refreshed.ok ? done(refreshed.value) : stop(replaced);
}

export async function applyStep(page: CustomerRequest, asked: Step): Promise<CheckoutResult> {
  const { cart, input, intent } = asked;
  if (cart.uuid?.toLowerCase() !== input.cart.toLowerCase()) return replaced;
  if (intent === 'coupon') return useCoupon(page, asked);
  if (intent === 'confirm' && !page.customer.canOrder) return mayNotOrder(page);
  const startedAt = page.context.clock.now();
  const offers = await loadOffers(page, cart);
  // The ERP does not answer: another write would only be another unknown outcome.
  if (Object.values(offers).every(({ kind }) => kind === 'unavailable'))
    return { kind: 'unavailable' };
  const outcome = await applied(page, asked, offers);
  if (!outcome.ok) return outcome.refusal.result;
  const after = outcome.value;
  const cards = await cardsOf(page, after);
  const lines = after.lines.map((line) => summaryLine(line, cards));
  const names = new Map(lines.map(({ key, name }) => [key, name]));
  const changed = differences(page, { input, before: cart, after, names });
  if (intent === 'confirm') {
    const catalogueUnavailable = cards === null;
    return confirmOrder(page, {
      input,
      cart: after,
      lines,
      catalogueUnavailable,
      offers,
      changed,
      startedAt,
    });
  }
  const saved = { tone: 'ok', text: page.t('checkout:notice.saved') } as const;
  return { kind: 'shown', status: 200, notices: [saved, ...changed] };
}
