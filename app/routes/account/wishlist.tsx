/** One standing order as an order sheet. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { wishlistAction } from '~/features/wishlists/actions/wishlist-action.server';
import { WishlistPage } from '~/features/wishlists/views/wishlist-page';
import { loadWishlist, neededWishlist } from '~/features/wishlists/wishlist-view.server';
import { viewData, useViewData } from '~/page/view-data';
import { customerPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const view = await loadWishlist(page, await neededWishlist(page));
    return viewData(view, { title: view.list.name, noindex: true });
  });

export const action = (args: ActionFunctionArgs) => wishlistAction(args);

export default function Wishlist() {
  const view = useViewData<typeof loader>();
  return <WishlistPage view={view} />;
}
