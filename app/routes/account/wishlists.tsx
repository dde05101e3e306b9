/** The customer's standing orders. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework/server';
import { useActionData } from '~/framework/view';
import { wishlistsAction } from '~/features/wishlists/actions/wishlists-action.server';
import { WishlistsPage } from '~/features/wishlists/views/wishlists-page';
import { loadWishlists } from '~/features/wishlists/wishlist-view.server';
import { viewData, useViewData } from '~/page/view-data';
import { customerPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) =>
    viewData(await loadWishlists(page), { title: page.t('wishlists:title'), noindex: true }),
  );

export const action = (args: ActionFunctionArgs) => wishlistsAction(args);

export default function Wishlists() {
  const view = useViewData<typeof loader>();
  return <WishlistsPage view={view} lastResult={useActionData<typeof action>() ?? null} />;
}
