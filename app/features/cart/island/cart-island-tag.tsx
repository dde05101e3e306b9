import { createElement } from 'react';
import type { CartBadge } from '~/features/frame/frame';
import { useShop } from '~/http/shop';
import { links } from '~/i18n/links';
import type { CustomerBadge } from '../quantities.server';

/**
 * Where the island lives: once on every page of a customer, anywhere in the body. `badge` is what
 * `loadCartBadge` gave; a visitor's page has none.
 */
export function CartIslandTag({ badge }: { badge: CartBadge | CustomerBadge | null }) {
  const { t, locale, here } = useShop();
  if (!badge || !('island' in badge)) return null;
  const { owner, epoch } = badge.island;
  return createElement('cart-island', {
    hidden: true,
    'data-owner': owner,
    'data-epoch': epoch,
    'data-sync': links.cartSync(locale),
    'data-cart': links.cart(locale),
    'data-checkout': links.checkout(locale),
    'data-tsynced': t('common:sync.synced'),
    'data-tpending': t('common:sync.pending'),
    'data-toffline': t('common:sync.offline'),
    'data-tdown': t('common:sync.down'),
    'data-tchecking': t('common:sync.checking'),
    'data-sign-in': links.signIn(locale, here),
    'data-t-signed-out': t('cart:island.signedOut'),
    'data-t-sign-in': t('cart:visitor.signIn'),
    'data-t-foreign': t('cart:island.foreign'),
    'data-t-reload': t('cart:island.reload'),
    'data-t-cart-word': t('cart:island.state'),
    'data-t-waiting': t('cart:line.state.pending'),
    'data-t-cart': t('cart:sheet.toCart'),
    'data-t-added': t('cart:island.added'),
    'data-t-wait': t('cart:island.wait'),
    'data-t-told': t('cart:island.told'),
    'data-t-in-cart': t('cart:island.inCart'),
    'data-t-sign-out': t('cart:island.signOut'),
  });
}
