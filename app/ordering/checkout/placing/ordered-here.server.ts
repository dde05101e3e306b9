/**
 * Finds the order that makes a stored response of the checkout page obsolete (CHK-04). After Back or a reload, the page
 * must not claim that nothing was ordered. When there is nothing to order, it names the last order.
 */
import { shownData } from '~/base/page/forms/stored-answers.server';
import type { CustomerRequest } from '~/base/page/page';
import { links } from '~/base/i18n/links';
import { isCheckoutAnswer, type Ordered } from '../checkout-view';
import { orderedAddress } from './ordered-address';
import { findPlacing, lastPlacedCart, lateFateOf, type Placing } from './placing.server';

const orderedAs = ({ locale }: CustomerRequest, cart: string, { order }: Placing): Ordered =>
  order
    ? { name: order.name, href: links.order(locale, order.id) }
    : { name: null, href: orderedAddress(locale, cart) };

/** uuid of the cart in the stored response that the page's address refers to; null without a stored response. */
async function answeredCart(page: CustomerRequest): Promise<string | null> {
  const answer = await shownData(page);
  if (!isCheckoutAnswer(answer)) return null;
  const cart = answer.result.initialValue?.['cart'];
  return typeof cart === 'string' ? cart : null;
}

/**
 * The order of the cart on a redisplayed page, or the last order when no cart is open; null when no such order is
 * known. `openCart` is the cart that can be ordered now; null: there is none. A direct response to a post is never
 * obsolete.
 */
export async function orderedHere(
  page: CustomerRequest,
  openCart: string | null,
): Promise<Ordered | null> {
  if (page.request.method !== 'GET') return null;
  const cart =
    (await answeredCart(page)) ?? (openCart === null ? await lastPlacedCart(page) : null);
  if (cart === null || cart.toLowerCase() === openCart?.toLowerCase()) return null;
  const placing = await findPlacing(page, cart);
  return placing && orderedAs(page, cart, placing);
}

/**
 * The last order, for the page of an empty cart. Looks up an order whose confirmation got no response, once it can no
 * longer take effect. null when no such order is known.
 */
export async function lastOrdered(page: CustomerRequest): Promise<Ordered | null> {
  const cart = await lastPlacedCart(page);
  const placing = cart === null ? null : await findPlacing(page, cart);
  if (cart === null || placing === null) return null;
  const fate = placing.state === 'placed' ? null : await lateFateOf(page, cart);
  if (fate?.kind === 'not-placed') return null;
  return orderedAs(page, cart, fate?.kind === 'placed' ? fate.placing : placing);
}
