/**
 * The layout of checkout steps. A page renders its steps itself, because they belong to its form; a failing page keeps
 * the steps and a link back to the cart. It has no guard: loaders run in parallel, so each page has its own.
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
