/** The cart page's changeable part as HTML, for the island to put in place: the same components, no second view. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { CustomerRequest } from '~/page/page';
import { ShopContext, type Shop } from '~/page/shop';
import { noContent } from '~/page/site-content';
import { formatsFor } from '~/i18n/formats';
import { links } from '~/i18n/links';
import type { CartState } from '../cart.server';
import { CartBody } from '../page/cart-page';
import { viewOf } from '../page/cart-view.server';

/** What components ask of the shop around them, for a part of a page that is rendered alone. */
export function fragmentShop({ locale, t, context }: CustomerRequest, here: string): Shop {
  const tag = context.site.tags[locale];
  return {
    ...{ locale, tag, t, formats: formatsFor(tag), here, signedIn: true },
    reference: context.requestId,
    origin: context.site.origin,
    offers: (call) => context.erp.offers(call),
    version: context.site.version,
    at: context.clock.now(),
    content: noContent,
    brand: context.site.brand,
  };
}

export async function renderCart(page: CustomerRequest, state: CartState): Promise<string> {
  const view = await viewOf(page, state);
  const shop = fragmentShop(page, links.cart(page.locale));
  return renderToStaticMarkup(
    <ShopContext.Provider value={shop}>
      <CartBody view={view} />
    </ShopContext.Provider>,
  );
}
