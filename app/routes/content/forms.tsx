/** Forms that the office has drawn. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { loadForms } from '~/features/forms/form-view.server';
import { FormsPage } from '~/features/forms/views/forms-page';
import { hold, useView } from '~/http/held';
import { openPage } from '~/http/page';

export const handle = { noTables: true };

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => hold(await loadForms(page), { title: page.t('forms:title') }));

export default function Forms() {
  return <FormsPage view={useView<typeof loader>()} />;
}
