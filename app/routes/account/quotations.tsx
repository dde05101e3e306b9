/** The customer's quotations. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { quotationsAction } from '~/account/quotations/actions/quotations-action.server';
import { loadQuotations } from '~/account/quotations/quotation-view.server';
import { QuotationsPage } from '~/account/quotations/views/quotations-page';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) =>
    viewData(await loadQuotations(page), { title: page.t('quotations:title'), noindex: true }),
  );

export const action = (args: ActionFunctionArgs) => quotationsAction(args);

export default function Quotations() {
  const view = useViewData<typeof loader>();
  return <QuotationsPage view={view} lastResult={useActionData<typeof action>() ?? null} />;
}
