/** Classified ads: all published ones, or the customer's own ads. */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { loadAds } from '~/content/small-ads/small-ad-view.server';
import { AdsPage } from '~/content/small-ads/views/ads-page';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) =>
    viewData(await loadAds(page), { title: page.t('small-ads:title'), noindex: true }),
  );

export default function SmallAds() {
  return <AdsPage view={useViewData<typeof loader>()} />;
}
