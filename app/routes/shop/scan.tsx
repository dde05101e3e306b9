import type { LoaderFunctionArgs } from '~/base/framework/server';
import { scanPrefixOf } from '~/ordering/cart/queue/cart-queue';
import { QuickOrderPage } from '~/ordering/quick-order/quick-order-page';
import { emptyQuickView } from '~/ordering/quick-order/quick-order.server';
import earlyKeys from '~/ordering/quick-order/scan/page-script/early-keys?inline-script';
import { viewData, useViewData } from '~/base/page/view-data';
import { ownerHash } from '~/base/page/owner-hash.server';
import { customerPage } from '~/base/page/page';

/** A page for scanning at the shelf: only the code field and its lines. Its form posts to the quick order page. */
export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, (page) =>
    Promise.resolve(
      viewData(
        {
          view: emptyQuickView(page),
          scanKeys: scanPrefixOf(ownerHash(page.customer.owner)),
        },
        { title: page.t('cart:quick.scan.page'), noindex: true, early: earlyKeys },
      ),
    ),
  );

export default function Scan() {
  const { view, scanKeys } = useViewData<typeof loader>();
  return <QuickOrderPage view={view} scanKeys={scanKeys} csvMaxMb={null} />;
}
