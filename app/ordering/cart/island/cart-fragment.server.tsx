/** Renders the changeable part of the cart page as HTML for the island, with the same components as the page. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { CustomerRequest } from '~/base/page/page';
import { fragmentShop } from '~/base/page/fragment-shop.server';
import { ShopContext } from '~/base/page/shop';
import { formatsFor } from '~/base/i18n/formats';
import { links } from '~/base/i18n/links';
import type { CartState } from '../cart.server';
import { CartBody } from '../page/cart-page';
import type { CartView } from '../page/cart-view';
import { viewOf } from '../page/cart-view.server';
import type { LineKey } from '../transaction';

interface CartFragment {
  html: string;
  told?: string;
}

/**
 * Announcement with the totals of the changed line and of the cart; null while the line's edit is unconfirmed, and for
 * a removed line, which has an announcement of its own.
 */
function reckoned(
  { t, locale, context }: CustomerRequest,
  { rows, cart }: CartView,
  changed: LineKey,
): string | null {
  const row = rows.find(({ key, isReward }) => key === changed && !isReward);
  const total = cart?.amount?.total;
  if (row?.state !== 'synced' || row.amount === null || total === undefined) return null;
  const { name, quantity, amount } = row;
  const { money, number } = formatsFor(context.site.tags[locale]);
  return t('cart:change.reckoned', {
    name,
    quantity: number(quantity),
    amount: money(amount),
    total: money(total),
  });
}

/** `changed`: the line that was changed last, if any. */
export async function renderCart(
  page: CustomerRequest,
  state: CartState,
  changed: LineKey | null,
): Promise<CartFragment> {
  const view = await viewOf(page, state);
  const shop = fragmentShop(page, links.cart(page.locale));
  const html = renderToStaticMarkup(
    <ShopContext.Provider value={shop}>
      <CartBody view={view} />
    </ShopContext.Provider>,
  );
  const told = changed === null ? null : reckoned(page, view, changed);
  return told === null ? { html } : { html, told };
}
