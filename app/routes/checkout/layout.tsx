/**
 * Frame of the steps of an order. A page draws its steps itself, as they belong to its form; a failing one keeps them and
 * the way back to the cart. It guards nothing: loaders run in parallel, so each page has its guard.
 */
import { CheckoutSteps } from '~/ordering/checkout/views/checkout-steps';
import { errorStatus } from '~/storefront/layout/error-page';
import { RouteErrorPage } from '~/storefront/layout/frame';
import { Outlet, useRouteError } from '~/base/framework/view';
import { links } from '~/base/i18n/links';
import { useShop } from '~/base/page/shop';

export default function CheckoutLayout() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const { t, locale } = useShop();
  const isKnown = errorStatus(useRouteError()) !== 404;
  return (
    <>
      <CheckoutSteps current={isKnown ? 'delivery' : null} />
      <RouteErrorPage way={{ href: links.cart(locale), label: t('checkout:toCart') }} />
    </>
  );
}
