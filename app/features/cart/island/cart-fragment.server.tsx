/** The cart page's changeable part as HTML, for the island to put in place: the same components, no second view. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { CustomerRequest } from '~/http/page';
import { ShopContext, type Shop } from '~/http/shop';
import { formatsFor } from '~/i18n/formats';
import { links } from '~/i18n/links';
import type { CartState } from '../cart.server';
import { CartBody } from '../page/cart-page';
import { viewOf } from '../page/cart-view.server';

export async function renderCart(page: CustomerRequest, state: CartState): Promise<string> {
  const view = await viewOf(page, state);
  const { locale, t, context } = page;
  const tag = context.site.tags[locale];
  const shop: Shop = {
    ...{ locale, tag, t, formats: formatsFor(tag), here: links.cart(locale), signedIn: true },
    reference: context.requestId,
    origin: context.site.origin,
  };
  return renderToStaticMarkup(
    <ShopContext.Provider value={shop}>
      <CartBody view={view} />
    </ShopContext.Provider>,
  );
}
