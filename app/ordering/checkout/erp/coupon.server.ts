/**
 * Applies discount codes (contract/erp.md 9.5). An ERP may accept the same code several times. The shop therefore never
 * sends a code that the cart has, and a form never sends a code twice (P-58). After a lost response the shop does not
 * retry: the customer checks the cart.
 */
import { createHash } from 'node:crypto';
import type { Cart } from '~/ordering/cart/cart';
import { ownerHash } from '~/base/page/owner-hash.server';
import type { CustomerRequest } from '~/base/page/page';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { refused, type Outcome } from '~/base/kernel/outcome';
import { plainText } from '~/base/kernel/plain-text';
import { writeCart, type CartCallRefusal } from './cart-call.server';

const rememberedSeconds = 3 * 24 * 60 * 60;

export type CouponRefusal = CartCallRefusal | { kind: 'applied-before' } | { kind: 'has-code' };

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

function keyOf({ customer }: Page, token: string, code: string): string {
  const digest = createHash('sha256').update(`${token} ${code}`).digest('base64url').slice(0, 22);
  return `coupon:${ownerHash(customer.owner)}:${digest}`;
}

const spelling = (code: string): string => plainText(code).replace(/\s+/g, '').toUpperCase();

/**
 * Whether the cart has this code, ignoring case and spaces: a customer who enters `welcome10` when the cart has
 * `WELCOME10` has forgotten the first.
 */
const hasCode = ({ promoCodes }: Pick<Cart, 'promoCodes'>, code: string): boolean =>
  promoCodes.some((one) => spelling(one) === spelling(code));

export async function applyCoupon(
  page: Page,
  cart: Cart,
  coupon: { code: string; token: string },
): Promise<Outcome<Cart, CouponRefusal>> {
  const { keyValueStore } = page.context;
  const { code } = coupon;
  if (hasCode(cart, code)) return refused({ kind: 'has-code' });
  const key = keyOf(page, coupon.token, code);
  const first = await keyValueStore.write(key, '{}', {
    version: null,
    ttlSeconds: rememberedSeconds,
  });
  if (!first) return refused({ kind: 'applied-before' });
  try {
    const outcome = await writeCart(page, cart, {
      path: 'carts/current/coupon',
      body: { code },
    });
    if (!outcome.ok && outcome.refusal.kind !== 'replaced') await keyValueStore.delete(key);
    return outcome;
  } catch (error) {
    if (isUpstreamFailure(error) && error.applied === 'nothing') await keyValueStore.delete(key);
    throw error;
  }
}
