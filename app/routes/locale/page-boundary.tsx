/**
 * Boundary of the pages that have no layout of their own. After a failing post Remix loads the layouts above the
 * boundary that shows the error, not the one that holds it: the frame needs a boundary below itself.
 */
import { RouteErrorPage } from '~/storefront/layout/frame';
import { Outlet } from '~/base/framework/view';

export default function PageBoundary() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <RouteErrorPage />;
}
