/** A past order as an order sheet. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { orderFromSheet } from '~/features/cart/sheet/sheet.server';
import { AgainPage } from '~/features/orders/views/again-page';
import { loadAgain } from '~/features/orders/again.server';
import { neededOrder } from '~/features/orders/order-view.server';
import { hold, useView } from '~/http/held';
import { customerPage } from '~/http/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const view = await loadAgain(page, await neededOrder(page));
    const title = page.t('orders:again.title', { name: view.order.name });
    return hold(view, { title, noindex: true });
  });

export const action = (args: ActionFunctionArgs) => orderFromSheet(args);

export default function OrderAgain() {
  const view = useView<typeof loader>();
  return <AgainPage view={view} />;
}
