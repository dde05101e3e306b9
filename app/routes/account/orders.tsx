/** The customer's orders, by channel and by number. */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { ordersAddress, readOrdersQuery } from '~/ordering/orders/orders-list';
import { OrdersPage } from '~/ordering/orders/views/orders-page';
import { listOrders } from '~/ordering/orders/orders.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';
import { redirectPastEnd } from '~/base/page/past-the-end.server';

const noList = { total: 0, items: [], byChannel: false };

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const query = readOrdersQuery(page.url.searchParams);
    const list = await listOrders(page, query);
    redirectPastEnd(query, list, (last) => ordersAddress(page.locale, { ...query, page: last }));
    return viewData(
      { query, ...(list ?? noList), isMissing: !list, canOrder: page.customer.canOrder },
      { title: page.t('orders:title'), noindex: true },
    );
  });

export default function Orders() {
  const view = useViewData<typeof loader>();
  return <OrdersPage view={view} />;
}
