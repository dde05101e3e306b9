/** One wishlist as an order sheet; with `?paper` as a printable pick list. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { orderFromSheet } from '~/ordering/order-sheet/sheet.server';
import { PickList } from '~/account/wishlists/views/pick-list';
import { WishlistPage } from '~/account/wishlists/views/wishlist-page';
import { listOrTyped, loadPickList, loadWishlist } from '~/account/wishlists/wishlist-view.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const list = await listOrTyped(page);
    const paper = page.url.searchParams.has('paper') ? await loadPickList(page, list) : null;
    const view = paper
      ? { kind: 'paper' as const, paper }
      : { kind: 'sheet' as const, sheet: await loadWishlist(page, list) };
    return viewData(view, { title: list.name, noindex: true });
  });

export const action = (args: ActionFunctionArgs) => orderFromSheet(args);

export default function Wishlist() {
  const view = useViewData<typeof loader>();
  return view.kind === 'paper' ? (
    <PickList view={view.paper} />
  ) : (
    <WishlistPage view={view.sheet} />
  );
}
