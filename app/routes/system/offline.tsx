/** Kept by the service worker, asked for without a session; holds no data of a customer. */
import type { LoaderFunctionArgs } from '~/framework/server';
import { txPrefix } from '~/features/cart/queue/cart-queue';
import { OfflinePage } from '~/features/offline/offline-page';
import { viewData, useViewData } from '~/page/view-data';
import { openPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async ({ t }) => viewData(txPrefix, { title: t('offline:title'), noindex: true }));

export default function Offline() {
  return <OfflinePage queue={useViewData<typeof loader>()} />;
}
