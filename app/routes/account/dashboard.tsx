/** `/account`: the dashboard, whose order sheet adds the most ordered products to the cart (ACC-01). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { Dashboard } from '~/account/dashboard/dashboard';
import { loadDashboard } from '~/account/dashboard/dashboard.server';
import { loadQuotationCounts } from '~/account/quotations/quotation-counts.server';
import { orderFromSheet } from '~/ordering/order-sheet/sheet.server';
import { loadOptionalBlock, valueOr } from '~/base/page/optional';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    // The account layout needs the same counts; thanks to the cache, the ERP is called once for both.
    const [view, counts] = await Promise.all([
      loadDashboard(page),
      loadOptionalBlock(page, 'quotation counts', () => loadQuotationCounts(page)),
    ]);
    const awaiting = valueOr(counts, null)?.awaiting ?? null;
    return viewData(
      { view, awaiting },
      { title: page.t('account:dashboard.title'), noindex: true },
    );
  });

export const action = (args: ActionFunctionArgs) => orderFromSheet(args);

export default function DashboardPage() {
  return <Dashboard {...useViewData<typeof loader>()} />;
}
