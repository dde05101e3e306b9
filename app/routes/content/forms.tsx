/** Forms that the ERP has drawn. */
import type { LoaderFunctionArgs } from '~/framework/server';
import { loadForms } from '~/features/forms/form-view.server';
import { FormsPage } from '~/features/forms/views/forms-page';
import { viewData, useViewData } from '~/page/view-data';
import { openPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => viewData(await loadForms(page), { title: page.t('forms:title') }));

export default function Forms() {
  return <FormsPage view={useViewData<typeof loader>()} />;
}
