/**
 * Error boundary of pages without a layout of their own. After a failing post, Remix runs the loaders of the layouts
 * above the boundary, but not of the layout that contains it: so the frame layout needs a boundary below itself.
 */
import { RouteErrorPage } from '~/storefront/layout/frame';
import { Outlet } from '~/base/framework/view';

export default function PageBoundary() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <RouteErrorPage />;
}
