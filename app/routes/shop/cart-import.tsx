/** `/cart/import`: uploads an order file, shows its preview and confirms it (ACC-01). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { importAction } from '~/ordering/quick-order/import/import-action.server';
import { ImportPage } from '~/ordering/quick-order/import/views/import-page';
import { isImportAnswer } from '~/ordering/quick-order/import/import-view';
import { loadImport } from '~/ordering/quick-order/import/import-view.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) =>
    viewData(await loadImport(page), { title: page.t('cart:import.title'), noindex: true }),
  );

export const action = (args: ActionFunctionArgs) => customerPage(args, importAction);

export default function CartImport() {
  const answer: unknown = useActionData();
  return (
    <ImportPage
      view={useViewData<typeof loader>()}
      answer={isImportAnswer(answer) ? answer : null}
    />
  );
}
