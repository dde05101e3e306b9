/** Cancels a backordered quantity. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { findCardsOrNone } from '~/catalogue/products/cards.server';
import { askedBefore, cancelAction, goneLine } from '~/ordering/on-order/cancel-action.server';
import { CancelPage } from '~/ordering/on-order/cancel-page';
import { findOnOrder } from '~/ordering/on-order/on-order.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage, recordId } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const [line, asked] = await Promise.all([findOnOrder(page, recordId(page)), askedBefore(page)]);
    if (!line) throw await goneLine(page);
    const cards = await findCardsOrNone(page, [line.productId]);
    const name = cards?.get(line.productId)?.name ?? line.description;
    return viewData(
      { line, name, asked },
      { title: page.t('on-order:cancel.title'), noindex: true },
    );
  });

export const action = (args: ActionFunctionArgs) => cancelAction(args);

export default function CancelBackorder() {
  const view = useViewData<typeof loader>();
  return <CancelPage view={view} />;
}
