import { createElement } from 'react';
import type { CartBadge } from '~/storefront/layout/layout';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import type { CustomerBadge } from '../quantities.server';

/**
 * Where the island lives, and what it says aloud: once on every page of a customer, anywhere in the body, with the cart
 * as the shop knows it: a page that is only read asks nothing more. `badge` is what `loadCartBadge` gave; a visitor's
 * page has none.
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
      {/* The one place that says where the cart stands, for those who do not see the header. */}
      <output className="vh" id="cart-said" />
    </>
  );
}
