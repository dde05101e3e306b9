/** Edits name, products, quantities and order of a wishlist. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { editAction } from '~/account/wishlists/actions/edit-action.server';
import { WishlistEditPage } from '~/account/wishlists/views/wishlist-edit-page';
import { loadEdit } from '~/account/wishlists/wishlist-view.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';
import { useShop } from '~/base/page/shop';
import { FormUnavailable } from '~/base/ui/form/form-unavailable';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const view = await loadEdit(page);
    const title = view
      ? page.t('wishlists:edit.title', { name: view.list.name })
      : page.t('wishlists:title');
    return viewData(view, { title, noindex: true });
  });

export const action = (args: ActionFunctionArgs) => editAction(args);

export default function WishlistEdit() {
  const { t } = useShop();
  const view = useViewData<typeof loader>();
  const answer = useActionData<typeof action>() ?? null;
  return view ? (
    <WishlistEditPage view={view} answer={answer} />
  ) : (
    <FormUnavailable
      answer={answer}
      heading={t('wishlists:title')}
      title={t('wishlists:none.unavailable')}
    />
  );
}
