/** `/account`: the dashboard, whose order sheet puts the products ordered most into the cart (ACC-01). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework/server';
import { Dashboard } from '~/features/account/dashboard';
import { loadDashboard } from '~/features/account/dashboard.server';
import { loadQuotationCounts } from '~/features/layout/quotation-counts.server';
import { orderFromSheet } from '~/features/order-sheet/sheet.server';
import { optional, valueOr } from '~/page/optional';
import { viewData, useViewData } from '~/page/view-data';
import { customerPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    // The numbers that the frame reads too: asked for once.
    const [view, counts] = await Promise.all([
      loadDashboard(page),
      optional(page, 'quotation counts', () => loadQuotationCounts(page)),
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
