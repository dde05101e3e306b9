/** Reorders a past order with an order sheet, or requests a quotation for it. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { orderSheet } from '~/ordering/order-sheet/sheet.server';
import { AgainPage } from '~/ordering/orders/views/again-page';
import { loadAgain } from '~/ordering/orders/again.server';
import { neededOrder } from '~/ordering/orders/order-view.server';
import { quoteFromOrder } from '~/account/quotations/actions/from-order.server';
import { canStart } from '~/account/quotations/quotations.server';
import { postedFields } from '~/base/page/forms/posted.server';
import { isFormAnswer } from '~/base/ui/form/form-answer';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const order = await neededOrder(page);
    const [again, canQuote] = await Promise.all([
      loadAgain(page, order),
      order.tellsQuotations && canStart(page, null),
    ]);
    const title = page.t('orders:again.title', { name: again.order.name });
    return viewData({ ...again, canQuote }, { title, noindex: true });
  });

export const action = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const form = await postedFields(page.request);
    if (form.get('do') !== 'quotation') return orderSheet(page, form);
    return quoteFromOrder(page, await neededOrder(page), form);
  });

export default function OrderAgain() {
  const view = useViewData<typeof loader>();
  // The answer may come from the quotation form or from the order sheet, which have different shapes.
  const answer: unknown = useActionData();
  return <AgainPage view={view} faults={isFormAnswer(answer) ? answer.general : []} />;
}
