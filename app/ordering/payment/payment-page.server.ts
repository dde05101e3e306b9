/**
 * The page that leads to the payment provider (contract/erp.md 9.6, 12.4). It checks the cart again, because the ERP
 * accepts a payment for a cart that has changed since. Only the form of this page may post to another site, and only to
 * the provider's host.
 */
import { redirect } from '~/base/framework/server';
import { readCart } from '~/ordering/cart/cart.server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import type { CustomerRequest } from '~/base/page/page';
import { links } from '~/base/i18n/links';
import { closeAttempt, findAttempt, findRedirectForm } from './attempt.server';
import type { PaymentAttempt, RedirectForm } from './payment';
import { returnAddress } from './transaction.server';

export type PaymentView =
  | { kind: 'ready'; attempt: PaymentAttempt; form: RedirectForm }
  /** The payment was begun and the ERP's response lost, or the page has expired. */
  | { kind: 'ended'; startedBy: string | null }
  /** The cart cannot be read now, so payment does not start. */
  | { kind: 'unavailable'; startedBy: null };

export async function loadPayment(page: CustomerRequest): Promise<PaymentView> {
  const { locale, url, t, context } = page;
  const attempt = await findAttempt(page, url.searchParams.get('attempt') ?? '');
  if (!attempt) throw redirect(links.checkout(locale));
  const state = await readCart(page, { maxAgeMs: 0 });
  if (state.sync !== 'synced') return { kind: 'unavailable', startedBy: null };
  if (state.cart?.uuid !== attempt.cartUuid) throw redirect(returnAddress(page, attempt.token));
  const { cart } = state;
  if (cart.name !== attempt.cartName || cart.amount?.total !== attempt.amount) {
    await closeAttempt(page, attempt.token);
    throw redirectWithNotice(page, links.checkout(locale), [
      { tone: 'warn', text: t('checkout:notice.changed') },
    ]);
  }
  const form = await findRedirectForm(page, attempt.token);
  if (!form) return { kind: 'ended', startedBy: attempt.startedBy };
  context.allowFormTargets([new URL(form.action).origin]);
  return { kind: 'ready', attempt, form };
}
