/** The service worker stores this page. It is loaded without a session and contains no customer data. */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { txPrefix } from '~/ordering/cart/queue/cart-queue';
import { OfflinePage } from '~/storefront/offline/offline-page';
import { viewData, useViewData } from '~/base/page/view-data';
import { openPage } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async ({ t }) => viewData(txPrefix, { title: t('offline:title'), noindex: true }));

export default function Offline() {
  return <OfflinePage queue={useViewData<typeof loader>()} />;
}
