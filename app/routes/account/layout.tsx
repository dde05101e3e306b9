/**
 * Frame of the account's pages: their menu, which a failing page keeps with the breadcrumb. It guards nothing (loaders
 * run in parallel) and asks the ERP nothing: each page has its guard.
 */
import { AccountCrumbs, AccountMenu } from '~/features/account/account-links';
import { errorTitle } from '~/features/layout/error-page';
import { RouteErrorPage } from '~/features/layout/frame';
import { Outlet, useRouteError } from '~/framework/view';
import { useShop } from '~/page/shop';

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
