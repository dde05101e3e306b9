/** The page that leads to the payment provider. */
import type { LoaderFunctionArgs } from '~/framework/server';
import { CheckoutSteps } from '~/features/checkout/views/checkout-steps';
import { PaymentPage } from '~/features/payment/payment-page';
import { loadPayment } from '~/features/payment/payment-page.server';
import { viewData, useViewData } from '~/page/view-data';
import { customerPage } from '~/page/page';
import { useShop } from '~/page/shop';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) =>
    viewData(await loadPayment(page), { title: page.t('checkout:payment.title'), noindex: true }),
  );

export default function Payment() {
  const view = useViewData<typeof loader>();
  const { t } = useShop();
  return (
    <>
      <CheckoutSteps current="delivery" />
      <h1 className="head">{t('checkout:payment.title')}</h1>
      <PaymentPage view={view} />
    </>
  );
}
