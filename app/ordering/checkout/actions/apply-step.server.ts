/**
 * The checkout buttons that change something: use a discount code, apply the choices, confirm. Requires the cart lock.
 * The cart in the ERP's response to each write is compared with the expected one (contract/erp.md 9).
 */
import type { Cart } from '~/ordering/cart/cart';
import { noteWithSerial } from '~/ordering/cart/serial-in-note.server';
import type { CustomerRequest } from '~/base/page/page';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import { differences, fieldErrorsOf, refusedChoice } from './step-texts.server';
import { keepCarrier } from '../last-carrier.server';
import type { CheckoutResult, Shown } from './checkout-result';
import { applyChoices } from './apply-choices.server';
import { cartDigest } from './cart-digest.server';
import { onAccount } from '../checkout';
import type { CheckoutInput, StepIntent } from '../checkout-form';
import type { Searched } from '../checkout-view';
import {
  coldNames,
  loadOffers,
  productsOf,
  summaryLines,
  withOwn,
  type Offers,
} from '../checkout-view.server';
import { choicesDigest } from '../placing/placing.server';
import { confirmOrder, mayNotOrder } from './confirm-order.server';
import { useCode, type CodeUsed } from './coupon-step.server';
import { valueOf } from '~/base/page/optional';
import { keepSerial } from '../erp/suite-name.server';
import { refreshUnavailable } from '../erp/refresh.server';
import { changedTexts, withTextsOf } from '../shown-texts.server';
import { findUnusualLines } from '../unusual-lines.server';
import { readWanted } from './wanted.server';

export interface Step {
  cart: Cart;
  input: CheckoutInput;
  intent: StepIntent;
}

const replaced: CheckoutResult = { kind: 'replaced' };

/** Only `carts/confirm` accepts a serial number; with a payment it is sent in the note. */
async function noteToSend(
  page: CustomerRequest,
  { pay, suite, note }: CheckoutInput,
  order: string,
): Promise<string> {
  if (!suite || pay === undefined || pay === onAccount) return note;
  await keepSerial(page, suite, order);
  return noteWithSerial(note, page.t('checkout:reference.suite'), suite);
}

/** Everything that the checkout form may change in a cart, as text for comparison. */
const choicesIn = (cart: Cart): string =>
  JSON.stringify([
    cartDigest(cart),
    cart.delivery.method?.id,
    cart.delivery.address?.id,
    cart.invoicing.address?.id,
    cart.reference,
    cart.note,
  ]);

/** The lists to search: those whose search text differs from the one whose results the page already shows. */
const newlySearched = ({ pp, foundPoints, find, foundAddresses }: CheckoutInput): Searched[] => [
  ...(pp && pp !== foundPoints ? ['points' as const] : []),
  ...(find && find !== foundAddresses ? ['addresses' as const] : []),
];

/** Combines the results of the discount code and of the choices; notices about the code come first. */
const together = (code: Shown, rest: Shown): Shown => ({
  ...rest,
  ...code,
  status: Math.max(code.status, rest.status),
  notices: [...(code.notices ?? []), ...(rest.notices ?? [])],
  fieldErrors: { ...code.fieldErrors, ...rest.fieldErrors },
});

/**
 * Uses the discount code, applies the choices and refreshes the shortages. If one of them fails, returns a refusal with
 * the result to display.
 */
async function applied(
  page: CustomerRequest,
  { cart, input, intent }: Step,
  offers: Offers,
): Promise<Outcome<CodeUsed, { kind: 'stopped'; result: CheckoutResult }>> {
  const stop = (result: CheckoutResult) => refused({ kind: 'stopped', result } as const);
  const wanted = await readWanted(page, cart, input, offers);
  if (!wanted.ok) {
    const fieldErrors = fieldErrorsOf(page, wanted.refusal.faults);
    return stop({ kind: 'shown', status: 422, fieldErrors });
  }
  const used = await useCode(page, cart, { input, intent });
  if (!used.ok) return stop(replaced);
  const code = used.value.shown;
  const note = intent === 'confirm' ? await noteToSend(page, input, cart.name) : input.note;
  const outcome = await applyChoices(
    page,
    used.value.cart,
    { ...wanted.value, note },
    {
      source: valueOf(offers.carriers)?.source ?? 'carriers',
      addresses: withOwn(offers.delivery, null),
    },
  );
  if (!outcome.ok) {
    const { refusal } = outcome;
    if (refusal.kind === 'replaced') return stop(replaced);
    const fieldErrors = refusedChoice(page, refusal);
    return stop(together(code, { kind: 'shown', status: 422, fieldErrors }));
  }
  const { carrier } = wanted.value;
  if (carrier && !carrier.needsPoint) await keepCarrier(page, carrier.id);
  const refreshed = await refreshUnavailable(page, outcome.value);
  return refreshed.ok ? done({ cart: refreshed.value, shown: code }) : stop(replaced);
}

export async function applyStep(page: CustomerRequest, posted: Step): Promise<CheckoutResult> {
  const { cart, intent } = posted;
  const input = withTextsOf(cart, posted.input);
  const asked = { cart, intent, input };
  if (cart.uuid?.toLowerCase() !== input.cart.toLowerCase()) return replaced;
  if (intent === 'coupon') {
    const used = await useCode(page, cart, asked);
    return used.ok ? used.value.shown : replaced;
  }
  if (intent === 'confirm' && !page.customer.canOrder) return mayNotOrder(page);
  const startedAt = page.context.clock.now();
  const offers = await loadOffers(page, cart);
  // The ERP is unavailable: another write would only have an unknown outcome too.
  if (Object.values(offers).every(({ kind }) => kind === 'unavailable'))
    return { kind: 'unavailable' };
  const outcome = await applied(page, asked, offers);
  if (!outcome.ok) return outcome.refusal.result;
  const { cart: after, shown: code } = outcome.value;
  const products = await productsOf(page, after, { fresh: intent === 'confirm' });
  const lines = summaryLines(after, products);
  // Another device has emptied the cart: the page reports that there is nothing to order, so differences in sums are
  // irrelevant.
  if (lines.length === 0) return { kind: 'shown', status: 409 };
  const names = new Map(lines.map(({ key, name }) => [key, name]));
  const changed = differences(page, { input, before: cart, after, names });
  const quoting = changedTexts(page, cart, posted.input);
  const texts = { quoting, textsSaved: true };
  if (intent === 'confirm') {
    const catalogueUnavailable = products === null;
    const result = await confirmOrder(page, {
      input,
      cart: after,
      lines,
      catalogueUnavailable,
      cold: coldNames(after, products).length > 0,
      unusual: await findUnusualLines(page, after, products),
      offers,
      changed,
      wasAsShown: cartDigest(cart) === input.shown,
      otherTexts: quoting.length > 0,
      codeRefused: code.status !== 200,
      startedAt,
      choices: choicesDigest(posted.input),
    });
    return result.kind === 'shown' ? together(code, { ...result, ...texts }) : result;
  }
  // Enter in a search field presses the button that applies the choices. If none had to be applied, the post was a
  // search.
  const searched = newlySearched(input);
  const isSearch = searched.length > 0 && choicesIn(cart) === choicesIn(after);
  const saved = { tone: 'ok', text: page.t('checkout:notice.saved') } as const;
  // Do not report success next to a rejected discount code.
  const notices = isSearch || code.status !== 200 ? changed : [saved, ...changed];
  return together(code, {
    kind: 'shown',
    status: 200,
    notices,
    ...texts,
    ...(code.status === 200 ? { searched } : {}),
  });
}
