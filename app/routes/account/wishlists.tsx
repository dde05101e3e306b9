/** The customer's wishlists (standing orders). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { wishlistsAction } from '~/account/wishlists/actions/wishlists-action.server';
import { WishlistsPage } from '~/account/wishlists/views/wishlists-page';
import { loadWishlists } from '~/account/wishlists/wishlist-view.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) =>
    viewData(await loadWishlists(page), { title: page.t('wishlists:title'), noindex: true }),
  );

export const action = (args: ActionFunctionArgs) => wishlistsAction(args);

export default function Wishlists() {
  const view = useViewData<typeof loader>();
  return <WishlistsPage view={view} lastResult={useActionData<typeof action>() ?? null} />;
}
