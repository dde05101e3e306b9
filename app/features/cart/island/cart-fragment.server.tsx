/** The cart page's changeable part as HTML, for the island to put in place: the same components, no second view. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { CustomerRequest } from '~/page/page';
import { fragmentShop } from '~/page/fragment-shop.server';
import { ShopContext } from '~/page/shop';
import { links } from '~/i18n/links';
import type { CartState } from '../cart.server';
import { CartBody } from '../page/cart-page';
import { viewOf } from '../page/cart-view.server';

export async function renderCart(page: CustomerRequest, state: CartState): Promise<string> {
  const view = await viewOf(page, state);
  const shop = fragmentShop(page, links.cart(page.locale));
  return renderToStaticMarkup(
    <ShopContext.Provider value={shop}>
      <CartBody view={view} />
    </ShopContext.Provider>,
  );
}
