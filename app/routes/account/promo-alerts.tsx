import type { LoaderFunctionArgs } from '~/framework/server';
import { AlertsPage } from '~/features/save-product/alerts-page';
import { loadAlerts } from '~/features/save-product/alerts-view.server';
import { viewData, useViewData } from '~/page/view-data';
import { customerPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) =>
    viewData(await loadAlerts(page), {
      title: page.t('save-product:alerts.title'),
      noindex: true,
    }),
  );

export default function PromoAlerts() {
  return <AlertsPage view={useViewData<typeof loader>()} />;
}
