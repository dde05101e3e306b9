/** Kept by the service worker, asked for without a session; says nothing about anybody. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { txPrefix } from '~/features/cart/queue/cart-queue';
import { OfflinePage } from '~/features/offline/offline-page';
import { visitorsMayCache } from '~/http/cache';
import { hold, useView } from '~/http/held';
import { openPage } from '~/http/page';

export const handle = { ...visitorsMayCache, bare: true, noLists: true };

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async ({ t }) => hold(txPrefix, { title: t('offline:title'), noindex: true }));

export default function Offline() {
  return <OfflinePage queue={useView<typeof loader>()} />;
}
