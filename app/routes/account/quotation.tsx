/** One quotation. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { quotationAction } from '~/account/quotations/actions/quotation-action.server';
import { loadQuotation } from '~/account/quotations/quotation-view.server';
import { QuotationPage } from '~/account/quotations/views/quotation-page';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';
import { useShop } from '~/base/page/shop';
import { FormUnavailable } from '~/base/ui/form/form-unavailable';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const view = await loadQuotation(page);
    const title = view
      ? page.t('quotations:heading', { name: view.quotation.reference ?? view.quotation.name })
      : page.t('quotations:title');
    return viewData(view, { title, noindex: true });
  });

export const action = (args: ActionFunctionArgs) => quotationAction(args);

export default function Quotation() {
  const { t } = useShop();
  const view = useViewData<typeof loader>();
  const answer = useActionData<typeof action>() ?? null;
  return view ? (
    <QuotationPage view={view} answer={answer} />
  ) : (
    <FormUnavailable
      answer={answer}
      heading={t('quotations:title')}
      title={t('quotations:none.unavailable')}
    />
  );
}
