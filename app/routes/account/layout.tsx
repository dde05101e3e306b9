/**
 * Frame of the account's pages: their menu, which a failing page keeps with the breadcrumb. It guards nothing (loaders
 * run in parallel) and asks the ERP nothing: each page has its guard.
 */
import { AccountCrumbs, AccountMenu } from '~/features/account/account-links';
import { RouteErrorPage } from '~/features/layout/frame';
import { Outlet } from '~/framework/view';

export default function AccountLayout() {
  return (
    <>
      <Outlet />
      <AccountMenu />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <>
      <AccountCrumbs />
      <RouteErrorPage />
      <AccountMenu />
    </>
  );
}
