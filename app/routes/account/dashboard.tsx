/** `/account`: the dashboard, whose order sheet puts the products ordered most into the cart (ACC-01). */
import type { LoaderFunctionArgs } from '~/framework/server';
import { Dashboard } from '~/features/account/dashboard';
import { loadDashboard } from '~/features/account/dashboard.server';
import { viewData, useViewData } from '~/page/view-data';
import { customerPage } from '~/page/page';

export { orderFromSheet as action } from '~/features/order-sheet/sheet.server';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) =>
    viewData(await loadDashboard(page), {
      title: page.t('account:dashboard.title'),
      noindex: true,
    }),
  );

export default function DashboardPage() {
  return <Dashboard view={useViewData<typeof loader>()} />;
}
