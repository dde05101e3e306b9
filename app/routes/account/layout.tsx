/**
 * Frame of the account's pages: their menu, which a failing page keeps with the breadcrumb. It guards nothing (loaders
 * run in parallel) and asks the ERP nothing: each page has its guard.
 */
import { AccountCrumbs, AccountMenu } from '~/account/dashboard/account-links';
import { errorTitle } from '~/storefront/layout/error-page';
import { RouteErrorPage } from '~/storefront/layout/frame';
import { Outlet, useRouteError } from '~/base/framework/view';
import { useShop } from '~/base/page/shop';

export default function AccountLayout() {
  return (
    <>
      <Outlet />
      <AccountMenu />
    </>
  );
}

export function ErrorBoundary() {
  const { t } = useShop();
  return (
    <>
      <AccountCrumbs title={errorTitle(useRouteError(), t)} />
      <RouteErrorPage />
      <AccountMenu />
    </>
  );
}
