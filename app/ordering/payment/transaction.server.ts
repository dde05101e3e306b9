/**
 * Begins a payment (contract/erp.md 9.6, 12.3). It requests a new payable, compares it with the cart, and creates one
 * transaction whose form is parsed as data. Each ERP call creates a new transaction, so it is made once per form and
 * never retried. After a lost response, the attempt stays recorded under its token.
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

type PaymentRefusal =
  /** The cart differs from the one to be paid: the page displays it and asks the customer again. */
  | { kind: 'cart-changed' }
  /** The ERP accepts no payment for this cart, or not with this method. */
  | { kind: 'not-offered' }
  /** This form has already begun a payment, or may have begun one whose response was lost. */
  | { kind: 'begun-before' }
  /** Another form has begun a payment, and its customer may be at the provider now. */
  | { kind: 'open'; attempt: PaymentAttempt };

type Page = Pick<CustomerRequest, 'context' | 'customer' | 'locale' | 't'>;

/** Return address for the provider; the token identifies the attempt. */
export const returnAddress = ({ context, locale }: Page, token: string): string =>
  `${context.site.origin}${links.orderPlaced(locale)}?attempt=${token}`;

const badGateway = (): Response =>
  new Response(null, { status: 502, statusText: 'payment-refused' });

/**
 * Parses the provider's form. If the form is rejected, responds with 502 and writes a security log line without its
 * content.
 */
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

/** Whether the token may be used again, because the failed request certainly began no payment. */
const nothingBegun = (error: unknown): boolean =>
  isUpstreamFailure(error) ? error.applied === 'nothing' : !(error instanceof Response);

/**
 * Begins a payment for the cart in its current state; the page of `token` then displays the provider's form. `known` is
 * the open payment that the customer was warned about, so a second one may be begun.
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
    token,
    cartUuid: cart.uuid,
    cartName: cart.name,
    amount: total,
    providerName: method.name,
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
        event: 'payment.begun',
        name: cart.name,
        lines: cart.lines.length,
        transaction: created.value.reference,
      },
      'a payment was begun',
    );
    return done(null);
  } catch (error) {
    if (nothingBegun(error)) await dropAttempt(page, token);
    // A transaction may exist, but its form is lost: this token leads to a page that explains it.
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
