/** One order. */
import type { LoaderFunctionArgs } from '~/framework/server';
import { OrderPage } from '~/features/orders/views/order-page';
import { loadOrder } from '~/features/orders/order-view.server';
import { viewData, useViewData } from '~/page/view-data';
import { customerPage } from '~/page/page';

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
