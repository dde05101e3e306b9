/** The list of forms that the ERP defines. */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { loadForms } from '~/content/forms/form-view.server';
import { FormsPage } from '~/content/forms/views/forms-page';
import { viewData, useViewData } from '~/base/page/view-data';
import { openPage } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => viewData(await loadForms(page), { title: page.t('forms:title') }));

export default function Forms() {
  return <FormsPage view={useViewData<typeof loader>()} />;
}
