import type { LoaderFunctionArgs } from '~/framework/server';
import { QuickOrderPage } from '~/features/quick-order/quick-order-page';
import { emptyQuickView } from '~/features/quick-order/quick-order.server';
import { viewData, useViewData } from '~/page/view-data';
import { ownerHash } from '~/page/owner-hash.server';
import { customerPage } from '~/page/page';

/** A page for the shelf: the code field and its lines, nothing else. Its form posts to the quick order. */
export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, ({ customer, t }) =>
    Promise.resolve(
      viewData(
        {
          view: emptyQuickView(),
          owner: ownerHash(customer.owner),
          mayOrder: customer.canOrder,
        },
        { title: t('cart:quick.scan.page'), noindex: true },
      ),
    ),
  );

export default function Scan() {
  const { view, owner, mayOrder } = useViewData<typeof loader>();
  return <QuickOrderPage view={view} owner={owner} mayOrder={mayOrder} csvMaxMb={null} />;
}
