/**
 * The shared loader of all pages with a product list: parses the search criteria in the address, finds the products and
 * reads the quantities in the cart.
 */
import { cartQuantities } from '~/ordering/cart/quantities.server';
import { customerPricing } from '~/catalogue/pricing/customer-pricing';
import { findSubstitutes } from '~/catalogue/products/substitutes.server';
import { preloadPastOrders } from '~/ordering/on-order/past-orders.server';
import type { PageRequest } from '~/base/page/page';
import { parseCriteria, type Criteria } from './criteria';
import { findListing, type ListingScope } from './listing.server';
import type { ListingPage } from './views/listing-view';

export async function openListing(
  page: PageRequest,
  scope: ListingScope,
  keep: Readonly<Record<string, string>> = {},
  criteria: Criteria = parseCriteria(page.url.searchParams, scope.defaultSort),
): Promise<ListingPage> {
  const { context, url } = page;
  const [listing, inCart] = await Promise.all([
    findListing(page, scope, criteria),
    cartQuantities(page),
  ]);
  void preloadPastOrders(page);
  return {
    listing,
    substitutes: await findSubstitutes(page, listing.cards),
    base: {
      path: url.pathname,
      keep,
      defaultSort: scope.defaultSort,
      hasOwnOrder: scope.order !== undefined,
    },
    inCart,
    pricesShown: customerPricing(context.session, context.site.guestPrices).kind !== 'hidden',
  };
}
