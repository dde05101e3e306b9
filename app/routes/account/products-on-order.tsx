/** Products that are ordered but not delivered yet. */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { findCardsOrNone } from '~/catalogue/products/cards.server';
import { onOrderAddress, readOnOrderQuery } from '~/ordering/on-order/on-order';
import { OnOrderPage } from '~/ordering/on-order/on-order-page';
import { listOnOrder } from '~/ordering/on-order/on-order.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';
import { redirectPastEnd } from '~/base/page/past-the-end.server';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const query = readOnOrderQuery(page.url.searchParams);
    const found = await listOnOrder(page, query);
    redirectPastEnd(query, found, (last) => onOrderAddress(page.locale, { ...query, page: last }));
    const lines = found?.items ?? [];
    const cards = await findCardsOrNone(
      page,
      lines.map(({ productId }) => productId),
    );
    const rows = lines.map((line) => ({ line, card: cards?.get(line.productId) ?? null }));
    const list = found ? { total: found.total, rows } : null;
    return viewData({ query, list }, { title: page.t('on-order:title'), noindex: true });
  });

export default function ProductsOnOrder() {
  const view = useViewData<typeof loader>();
  return <OnOrderPage view={view} />;
}
