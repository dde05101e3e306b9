/** The customer's quotations. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework/server';
import { useActionData } from '~/framework/view';
import { quotationsAction } from '~/features/quotations/actions/quotations-action.server';
import { loadQuotations } from '~/features/quotations/quotation-view.server';
import { QuotationsPage } from '~/features/quotations/views/quotations-page';
import { viewData, useViewData } from '~/page/view-data';
import { customerPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) =>
    viewData(await loadQuotations(page), { title: page.t('quotations:title'), noindex: true }),
  );

export const action = (args: ActionFunctionArgs) => quotationsAction(args);

export default function Quotations() {
  const view = useViewData<typeof loader>();
  return <QuotationsPage view={view} lastResult={useActionData<typeof action>() ?? null} />;
}
