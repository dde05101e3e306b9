/** Delivery, invoicing and payment of the cart, and its confirmation. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { checkoutAction } from '~/ordering/checkout/actions/checkout-action.server';
import { CheckoutPage, EmptyCheckout } from '~/ordering/checkout/views/checkout-page';
import { loadCheckout } from '~/ordering/checkout/checkout-view.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) =>
    viewData(await loadCheckout(page), { title: page.t('checkout:title'), noindex: true }),
  );

export const action = (args: ActionFunctionArgs) => checkoutAction(args);

export default function Confirm() {
  const view = useViewData<typeof loader>();
  return view.kind === 'open' ? <CheckoutPage view={view} /> : <EmptyCheckout view={view} />;
}
