/** `/account`: the dashboard, whose order sheet puts the products ordered most into the cart (ACC-01). */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Dashboard } from '~/features/account/dashboard';
import { loadDashboard } from '~/features/account/dashboard.server';
import { hold, useView } from '~/http/held';
import { customerPage } from '~/http/page';

export { orderFromSheet as action } from '~/features/cart/sheet/sheet.server';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) =>
    hold(await loadDashboard(page), {
      title: page.t('account:dashboard.title'),
      noindex: true,
    }),
  );

export default function DashboardPage() {
  return <Dashboard view={useView<typeof loader>()} />;
}
