import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { scanPrefixOf } from '~/ordering/cart/queue/cart-queue';
import { QuickOrderPage } from '~/ordering/quick-order/quick-order-page';
import {
  emptyQuickView,
  orderOf,
  quickOrderAction,
  type QuickView,
} from '~/ordering/quick-order/quick-order.server';
import earlyKeys from '~/ordering/quick-order/scan/page-script/early-keys?inline-script';
import { viewData, useViewData } from '~/base/page/view-data';
import { ownerHash } from '~/base/page/owner-hash.server';
import { answerIdOf } from '~/base/page/forms/answer-address';
import { findAnswer } from '~/base/page/forms/stored-answers.server';
import { loadOptionalBlock, valueOr } from '~/base/page/optional';
import { customerPage, type CustomerRequest } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const { context, customer, t } = page;
    return viewData(
      {
        view: emptyQuickView(page),
        translated: await translatedAnswer(page),
        scanKeys: scanPrefixOf(ownerHash(customer.owner)),
        csvMaxMb: context.site.csvMaxMb,
      },
      { title: t('cart:quick.title'), noindex: true, early: earlyKeys },
    );
  });

/**
 * After a change of language: the lines that the shop parsed on the page in the other language, with product names in
 * this one (I18N-02). Null for any other visit.
 */
async function translatedAnswer(page: CustomerRequest): Promise<QuickView | null> {
  const id = answerIdOf(new URL(page.request.url));
  if (id === null || page.request.method !== 'GET') return null;
  const { pathname } = page.url;
  const found = await loadOptionalBlock(page, 'answer', () => findAnswer(page, id, pathname));
  const answer = valueOr(found, null);
  return answer?.kind === 'form' && answer.path !== pathname && isQuickView(answer.data)
    ? { ...answer.data, ...(await orderOf(page, answer.data.order.lines)) }
    : null;
}

export const action = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const answer = await quickOrderAction(page);
    return answer instanceof Response ? answer : data(answer.view, { status: answer.status });
  });

const isQuickView = (value: unknown): value is QuickView =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'quick-order';

export default function QuickOrder() {
  const { view, translated, scanKeys, csvMaxMb } = useViewData<typeof loader>();
  const answer: unknown = useActionData();
  return (
    <QuickOrderPage
      view={translated ?? (isQuickView(answer) ? answer : view)}
      scanKeys={scanKeys}
      csvMaxMb={csvMaxMb}
    />
  );
}
