/** One order. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { OrderPage } from '~/features/orders/views/order-page';
import { loadOrder } from '~/features/orders/order-view.server';
import { hold, useView } from '~/http/held';
import { customerPage } from '~/http/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const view = await loadOrder(page);
    const title = page.t('orders:detail.heading', { name: view.order.name });
    return hold(view, { title, noindex: true });
  });

export default function Order() {
  const view = useView<typeof loader>();
  return <OrderPage view={view} />;
}
