/**
 * Digest of the displayed cart for a form field: total, lines and shortages. If the cart differs at confirmation, the
 * page is displayed again and the customer must confirm again.
 */
import { createHash } from 'node:crypto';
import type { Cart } from '~/ordering/cart/cart';
import { cents, type Cents } from '~/base/kernel/money';
import { announcedTotal, type CheckoutInput } from '../checkout-form';

export function cartDigest(cart: Cart): string {
  // Sort the lines: the customer sees a restored line at its former position, but the ERP may list it last.
  const lines = cart.lines.map(({ key, quantity, unavailable, amount }) =>
    JSON.stringify([key, quantity, unavailable, amount?.untaxed ?? null]),
  );
  const seen = [cart.uuid, cart.amount?.total ?? null, lines.sort()];
  const digest = createHash('sha256').update(JSON.stringify(seen)).digest('base64url').slice(0, 16);
  return `${cart.amount?.total ?? ''}.${digest}`;
}

/** Whether the cart equals the displayed one. The total may also be the one displayed for the chosen carrier. */
export function isAsShown(
  cart: Cart,
  input: Pick<CheckoutInput, 'shown' | 'totals' | 'how'>,
): boolean {
  if (cartDigest(cart) === input.shown) return true;
  const { amount, delivery } = cart;
  const total = shownTotal(input.shown);
  if (amount === null || total === null || delivery.method?.id !== input.how) return false;
  const isAnnounced = announcedTotal(input) === amount.total;
  return isAnnounced && cartDigest({ ...cart, amount: { ...amount, total } }) === input.shown;
}

/** Parses the total from a digest; null when it has none. */
export function shownTotal(digest: string | undefined): Cents | null {
  const total = /^(-?\d{1,12})\./.exec(digest ?? '')?.[1];
  return total === undefined ? null : cents(Number(total));
}
