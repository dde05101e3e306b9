import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { QuickOrderPage } from '~/features/cart/quick-order/quick-order-page';
import {
  emptyQuickView,
  quickOrderAction,
  type QuickView,
} from '~/features/cart/quick-order/quick-order.server';
import { hold, useView } from '~/http/held';
import { customerPage } from '~/http/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, ({ context, t }) =>
    Promise.resolve(
      hold(
        { view: emptyQuickView(), csvMaxMb: context.site.csvMaxMb },
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
  const { view, csvMaxMb } = useView<typeof loader>();
  const answer: unknown = useActionData();
  return <QuickOrderPage view={isQuickView(answer) ? answer : view} csvMaxMb={csvMaxMb} />;
}
