/** Asks where to save a product: a wishlist, a quotation, or an alert. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { saveProductAction } from '~/account/save-product/save-product-action.server';
import { SaveProductPage } from '~/account/save-product/save-product-page';
import { loadSaveProduct } from '~/account/save-product/save-product-view.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const view = await loadSaveProduct(page);
    return viewData(view, {
      title: page.t('save-product:title', { name: view.card.name }),
      noindex: true,
    });
  });

export const action = (args: ActionFunctionArgs) => saveProductAction(args);

export default function Keep() {
  const view = useViewData<typeof loader>();
  return <SaveProductPage view={view} answer={useActionData<typeof action>() ?? null} />;
}
