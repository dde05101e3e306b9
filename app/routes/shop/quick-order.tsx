import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '~/framework/server';
import { useActionData } from '~/framework/view';
import { QuickOrderPage } from '~/features/quick-order/quick-order-page';
import {
  emptyQuickView,
  quickOrderAction,
  type QuickView,
} from '~/features/quick-order/quick-order.server';
import { viewData, useViewData } from '~/page/view-data';
import { ownerHash } from '~/page/owner-hash.server';
import { customerPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, ({ context, customer, t }) =>
    Promise.resolve(
      viewData(
        {
          view: emptyQuickView(),
          owner: ownerHash(customer.owner),
          mayOrder: customer.canOrder,
          csvMaxMb: context.site.csvMaxMb,
        },
        { title: t('cart:quick.title'), noindex: true },
      ),
    ),
  );

export const action = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const answer = await quickOrderAction(page);
    return answer instanceof Response ? answer : data(answer.view, { status: answer.status });
  });

const isQuickView = (value: unknown): value is QuickView =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'quick-order';

export default function QuickOrder() {
  const { view, owner, mayOrder, csvMaxMb } = useViewData<typeof loader>();
  const answer: unknown = useActionData();
  return (
    <QuickOrderPage
      view={isQuickView(answer) ? answer : view}
      owner={owner}
      mayOrder={mayOrder}
      csvMaxMb={csvMaxMb}
    />
  );
}
