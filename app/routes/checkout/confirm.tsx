/** Delivery, invoicing and payment of the cart, and its confirmation. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework/server';
import { checkoutAction } from '~/features/checkout/actions/checkout-action.server';
import { CheckoutPage, EmptyCheckout } from '~/features/checkout/views/checkout-page';
import { loadCheckout } from '~/features/checkout/checkout-view.server';
import { viewData, useViewData } from '~/page/view-data';
import { customerPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) =>
    viewData(await loadCheckout(page), { title: page.t('checkout:title'), noindex: true }),
  );

export const action = (args: ActionFunctionArgs) => checkoutAction(args);

export default function Confirm() {
  const view = useViewData<typeof loader>();
  return view.kind === 'open' ? <CheckoutPage view={view} /> : <EmptyCheckout view={view} />;
}
