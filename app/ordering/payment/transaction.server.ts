/**
 * Begins a payment (contract/erp.md 9.6, 12.3): a fresh payable, compared with the cart, then one transaction
 * whose form is read as data. Each call makes a new transaction, so it is made once per form and never
 * repeated; one whose answer was lost stays noted under its token.
 */
import type { Cart } from '~/ordering/cart/cart';
import { links } from '~/base/i18n/links';
import { expectPayment } from './instructions.server';
import { noteSale } from './sale-kinds.server';
import type { CustomerRequest } from '~/base/page/page';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { toCents } from '~/base/kernel/money';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import { beginAttempt, dropAttempt, openAttempt, openAttemptOf } from './attempt.server';
import { readPayable } from './methods.server';
import type { PaymentAttempt, PaymentMethod, RedirectForm } from './payment';
import { TransactionWire } from './payment-wire.server';
import { readRedirectForm } from './redirect-form.server';

export type PaymentRefusal =
  /** The cart is no longer the one that would be paid: show it and ask again. */
  | { kind: 'cart-changed' }
  /** The ERP takes no payment for this cart, or not by this method. */
  | { kind: 'not-offered' }
  /** This form has begun a payment before, or has just begun one whose answer was lost. */
  | { kind: 'begun-before' }
  /** Another form has begun one, whose customer may be at the provider's now. */
  | { kind: 'open'; attempt: PaymentAttempt };

type Page = Pick<CustomerRequest, 'context' | 'customer' | 'locale' | 't'>;

/** Where the provider sends the customer back to; the token says which attempt it was. */
export const returnAddress = ({ context, locale }: Page, token: string): string =>
  `${context.site.origin}${links.orderPlaced(locale)}?attempt=${token}`;

const badGateway = (): Response =>
  new Response(null, { status: 502, statusText: 'payment-refused' });

/** A form that must not be shown: 502 and a line for the security log, without a word of its content. */
function readForm(page: Page, html: string | null): RedirectForm {
  const outcome = readRedirectForm(html ?? '', page.context.site.paymentHosts);
  if (outcome.ok) return outcome.value;
  const { refusal } = outcome;
  page.context.log.warn(
    {
      event: 'payment.host_refused',
      reason: refusal.kind,
      ...(refusal.kind === 'host-refused' ? { host: refusal.host.slice(0, 100) } : {}),
    },
    'security event',
  );
  throw badGateway();
}

async function createTransaction(
  page: Page,
  { payable, providerId, token }: { payable: string; providerId: number; token: string },
): Promise<Outcome<{ reference: string; form: RedirectForm; cents: number }, PaymentRefusal>> {
  const answer = await page.context.erp.call(
    {
      method: 'POST',
      path: 'payment/transactions',
      body: {
        payable,
        flow: 'redirect',
        provider_id: providerId,
        frontend_redirect_url: returnAddress(page, token),
        provider_input: {},
      },
      anonymous: true,
    },
    TransactionWire,
  );
  if (answer.kind !== 'ok') return refused({ kind: 'not-offered' });
  const { reference, amount, redirect_form_html: html } = answer.body;
  return done({ reference, form: readForm(page, html), cents: toCents(amount) });
}

/** Whether the token is free to be used again: nothing can have been begun with it. */
const nothingBegun = (error: unknown): boolean =>
  isUpstreamFailure(error) ? error.applied === 'nothing' : !(error instanceof Response);

/**
 * Opens the way to the provider for this cart as it is now; the page of `token` then shows it. `known` is the open
 * payment that the customer was told of: another one is begun beside it.
 */
export async function beginPayment(
  page: Page,
  cart: Cart,
  choice: { method: PaymentMethod; token: string; known: string | undefined },
): Promise<Outcome<null, PaymentRefusal>> {
  const { method, token, known } = choice;
  const payable = await readPayable(page);
  const total = cart.amount?.total;
  if (!payable || total === undefined || cart.uuid === null)
    return refused({ kind: 'not-offered' });
  if (payable.reference !== cart.name || payable.amount !== total)
    return refused({ kind: 'cart-changed' });
  const open = await openAttemptOf(page, cart.uuid);
  if (open && open.token !== token && open.token !== known)
    return refused({ kind: 'open', attempt: open });
  const attempt = {
    ...{ token, cartUuid: cart.uuid, cartName: cart.name },
    ...{ amount: total, providerName: method.name },
    provider: { id: method.id, locale: page.locale },
  };
  if (!(await beginAttempt(page, attempt))) return refused({ kind: 'begun-before' });
  try {
    const created = await createTransaction(page, {
      payable: payable.text,
      providerId: method.id,
      token,
    });
    if (!created.ok) {
      await dropAttempt(page, token);
      return created;
    }
    if (created.value.cents !== total) {
      await dropAttempt(page, token);
      return refused({ kind: 'cart-changed' });
    }
    await openAttempt(page, attempt, created.value);
    await noteSale(page, cart.name, 'placed');
    await expectPayment(page, cart.uuid);
    page.context.log.info(
      {
        ...{ event: 'payment.begun', name: cart.name, lines: cart.lines.length },
        transaction: created.value.reference,
      },
      'a payment was begun',
    );
    return done(null);
  } catch (error) {
    if (nothingBegun(error)) await dropAttempt(page, token);
    // A transaction may be there, its form is lost: this token leads to a page that says so.
    else if (isUpstreamFailure(error)) {
      page.context.countIncident('payment.answer_lost');
      page.context.log.error(
        { event: 'payment.answer_lost', name: cart.name, reason: error.reason },
        'the answer to the start of a payment was lost; the customer is asked to look at the orders',
      );
      return refused({ kind: 'begun-before' });
    }
    throw error;
  }
}
