/**
 * What the customer was shown of the cart, as one short text in the form: total, lines and shortages. When
 * the cart looks otherwise at the moment of confirming, it is shown again and asked again.
 */
import { createHash } from 'node:crypto';
import type { Cart } from '~/features/cart/cart';
import { cents, type Cents } from '~/kernel/money';

export function cartDigest(cart: Cart): string {
  // A line that was taken back stands where it stood for its customer, and last in other answers of the ERP.
  const lines = cart.lines.map(({ key, quantity, unavailable, amount }) =>
    JSON.stringify([key, quantity, unavailable, amount?.untaxed ?? null]),
  );
  const seen = [cart.uuid, cart.amount?.total ?? null, lines.sort()];
  const digest = createHash('sha256').update(JSON.stringify(seen)).digest('base64url').slice(0, 16);
  return `${cart.amount?.total ?? ''}.${digest}`;
}

/** The total in such a text; null when it has none. */
export function shownTotal(digest: string | undefined): Cents | null {
  const total = /^(-?\d{1,12})\./.exec(digest ?? '')?.[1];
  return total === undefined ? null : cents(Number(total));
}
