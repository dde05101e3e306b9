/** The page that redirects to the payment provider. */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { CheckoutSteps } from '~/ordering/checkout/views/checkout-steps';
import { PaymentPage } from '~/ordering/payment/payment-page';
import { loadPayment } from '~/ordering/payment/payment-page.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';
import { useShop } from '~/base/page/shop';

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
