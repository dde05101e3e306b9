/**
 * Uses an entered discount code with whichever button was pressed (CHK-02); if the code is rejected, no order is
 * placed. The page reports the result. The field is emptied only if the cart now has the code.
 */
import type { Cart } from '~/ordering/cart/cart';
import type { TextKey } from '~/base/i18n/keys';
import type { CustomerRequest } from '~/base/page/page';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { CheckoutInput, Intent } from '../checkout-form';
import { applyCoupon, type CouponRefusal } from '../erp/coupon.server';
import { refusalText } from '../erp/refusal-text.server';
import type { Shown } from './checkout-result';

/**
 * The cart after the discount code was used, and the result to display. Any status other than 200 prevents the order.
 */
export interface CodeUsed {
  cart: Cart;
  shown: Shown;
}

const nothingTyped: Shown = { kind: 'shown', status: 200 };

type Said = Exclude<CouponRefusal, { kind: 'replaced' }>;

const codeRefusal = (detail: string): TextKey => refusalText(detail, 'checkout:refusal.code');

function notUsed({ t }: CustomerRequest, code: string, refusal: Said): Shown {
  switch (refusal.kind) {
    case 'applied-before':
      return {
        kind: 'shown',
        status: 409,
        notices: [{ tone: 'info', text: t('checkout:coupon.again', { code }) }],
      };
    case 'has-code':
      return {
        kind: 'shown',
        status: 409,
        notices: [{ tone: 'info', text: t('checkout:refusal.code-applied') }],
      };
    case 'not-installed':
      return {
        kind: 'shown',
        status: 409,
        notices: [{ tone: 'info', text: t('checkout:coupon.none') }],
      };
    case 'refused': {
      const text = t(codeRefusal(refusal.answer.detail));
      return { kind: 'shown', status: 422, fieldErrors: { coupon: [text] } };
    }
  }
}

export async function useCode(
  page: CustomerRequest,
  cart: Cart,
  { input, intent }: { input: CheckoutInput; intent: Intent },
): Promise<Outcome<CodeUsed, { kind: 'replaced' }>> {
  const { coupon: code, tx: token } = input;
  if (!code) return done({ cart, shown: nothingTyped });
  const outcome = await applyCoupon(page, cart, { code, token });
  if (outcome.ok) {
    const text = page.t('checkout:coupon.applied', { code });
    const notices = [{ tone: 'ok', text } as const];
    return done({
      cart: outcome.value,
      shown: { kind: 'shown', status: 200, notices, codeTaken: true },
    });
  }
  const { refusal } = outcome;
  if (refusal.kind === 'replaced') return refused(refusal);
  const codeTaken = refusal.kind === 'has-code';
  // The cart already has this code: the customer double-clicked, used Back, or entered the code again.
  if (codeTaken && intent !== 'coupon')
    return done({ cart, shown: { ...nothingTyped, codeTaken } });
  return done({ cart, shown: { ...notUsed(page, code, refusal), codeTaken } });
}
