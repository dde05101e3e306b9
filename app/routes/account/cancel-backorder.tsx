/** Taking back a backordered quantity. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '~/framework/server';
import { findCardsOrNone } from '~/features/catalogue/cards.server';
import { askedBefore, cancelAction } from '~/features/on-order/cancel-action.server';
import { CancelPage } from '~/features/on-order/cancel-page';
import { findOnOrder } from '~/features/on-order/on-order.server';
import { viewData, useViewData } from '~/page/view-data';
import { customerPage, notFound, recordId } from '~/page/page';
import { links } from '~/i18n/links';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const [line, asked] = await Promise.all([findOnOrder(page, recordId(page)), askedBefore(page)]);
    if (!line)
      throw asked === null
        ? notFound(page.url.pathname)
        : redirect(links.productsOnOrder(page.locale));
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
