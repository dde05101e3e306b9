/** Delivery, invoicing and payment of the cart, and its confirmation. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { checkoutAction } from '~/features/checkout/act/checkout-action.server';
import { CheckoutPage, EmptyCheckout } from '~/features/checkout/views/checkout-page';
import { loadCheckout } from '~/features/checkout/checkout-view.server';
import { hold, useView } from '~/http/held';
import { customerPage } from '~/http/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) =>
    hold(await loadCheckout(page), { title: page.t('checkout:title'), noindex: true }),
  );

export const action = checkoutAction;

export const handle = { noLists: true };

export default function Confirm() {
  const view = useView<typeof loader>();
  return view.kind === 'open' ? <CheckoutPage view={view} /> : <EmptyCheckout />;
}
