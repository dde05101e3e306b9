/** One order. */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { OrderPage } from '~/ordering/orders/views/order-page';
import { loadOrder } from '~/ordering/orders/order-view.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const view = await loadOrder(page);
    const title = page.t('orders:detail.heading', { name: view.order.name });
    return viewData(view, { title, noindex: true });
  });

export default function Order() {
  const view = useViewData<typeof loader>();
  return <OrderPage view={view} />;
}
