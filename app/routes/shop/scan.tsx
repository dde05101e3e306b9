import type { LoaderFunctionArgs } from '~/framework/server';
import { scanPrefixOf } from '~/features/cart/queue/cart-queue';
import { QuickOrderPage } from '~/features/quick-order/quick-order-page';
import { emptyQuickView } from '~/features/quick-order/quick-order.server';
import earlyKeys from '~/features/quick-order/scan/page-script/early-keys?inline-script';
import { viewData, useViewData } from '~/page/view-data';
import { ownerHash } from '~/page/owner-hash.server';
import { customerPage } from '~/page/page';

/** A page for the shelf: the code field and its lines, nothing else. Its form posts to the quick order. */
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
