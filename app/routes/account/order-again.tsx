/** A past order as an order sheet. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { orderFromSheet } from '~/features/order-sheet/sheet.server';
import { AgainPage } from '~/features/orders/views/again-page';
import { loadAgain } from '~/features/orders/again.server';
import { neededOrder } from '~/features/orders/order-view.server';
import { viewData, useViewData } from '~/page/view-data';
import { customerPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const view = await loadAgain(page, await neededOrder(page));
    const title = page.t('orders:again.title', { name: view.order.name });
    return viewData(view, { title, noindex: true });
  });

export const action = (args: ActionFunctionArgs) => orderFromSheet(args);

export default function OrderAgain() {
  const view = useViewData<typeof loader>();
  return <AgainPage view={view} />;
}
