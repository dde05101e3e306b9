import type { LoaderFunctionArgs } from '~/base/framework/server';
import { AlertsPage } from '~/account/save-product/alerts-page';
import { loadAlerts } from '~/account/save-product/alerts-view.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';

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
