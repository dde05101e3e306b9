/**
 * The order that the checkout page is shown after (CHK-04): Back to an answer of its form, or a reload, must not say
 * that nothing was ordered yet when it was meanwhile, and with nothing to order the page names the last order.
 */
import { shownData } from '~/base/page/forms/stored-answers.server';
import type { CustomerRequest } from '~/base/page/page';
import { links } from '~/base/i18n/links';
import { isCheckoutAnswer, type Ordered } from '../checkout-view';
import { orderedAddress } from './ordered-address';
import { findPlacing, lastPlacedCart } from './placing.server';

/** The cart that the form held whose answer the address asks for; null without one. */
async function answeredCart(page: CustomerRequest): Promise<string | null> {
  const answer = await shownData(page);
  if (!isCheckoutAnswer(answer)) return null;
  const cart = answer.result.initialValue?.['cart'];
  return typeof cart === 'string' ? cart : null;
}

/** `openCart` is what can be ordered now; null when nothing can. An answer given at once is not older than the page. */
export async function orderedHere(
  page: CustomerRequest,
  openCart: string | null,
): Promise<Ordered | null> {
  if (page.request.method !== 'GET') return null;
  const cart =
    (await answeredCart(page)) ?? (openCart === null ? await lastPlacedCart(page) : null);
  if (cart === null || cart.toLowerCase() === openCart?.toLowerCase()) return null;
  const placing = await findPlacing(page, cart);
  if (placing === null) return null;
  return placing.order
    ? { name: placing.order.name, href: links.order(page.locale, placing.order.id) }
    : { name: null, href: orderedAddress(page.locale, cart) };
}
