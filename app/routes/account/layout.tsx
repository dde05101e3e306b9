/**
 * The layout of account pages: a failing page keeps their menu and breadcrumbs. It has no guard, because loaders run in
 * parallel and each page has its own. It makes no ERP call.
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
