import { createElement } from 'react';
import type { CartBadge } from '~/storefront/layout/layout';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import type { CustomerBadge } from '../quantities.server';

/**
 * The element of the cart island and its live region, once on every page of a customer, anywhere in the body. It
 * contains the cart as the shop knows it, so that a page view causes no further call. `badge` comes from
 * `loadCartBadge`; guests have no cart and no `badge`.
 */
export function CartIslandTag({ badge }: { badge: CartBadge | CustomerBadge | null }) {
  const { t, locale, here } = useShop();
  if (!badge || !('island' in badge)) return null;
  const { owner, asks, known } = badge.island;
  const island = createElement('cart-island', {
    hidden: true,
    'data-owner': owner,
    'data-known': JSON.stringify(known),
    'data-asks': asks ? '' : undefined,
    'data-sync': links.cartSync(locale),
    'data-cart': links.cart(locale),
    'data-checkout': links.checkout(locale),
    'data-sign-in': links.signIn(locale, here),
    'data-offline': t('common:sync.offline'),
  });
  return (
    <>
      {island}
      {/* The only place that announces the sync state to customers who do not see the header. */}
      <output className="vh" id="cart-said" />
    </>
  );
}
