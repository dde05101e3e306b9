/**
 * The frame of every page below a locale: header, banners, notices, footer. Its error boundary keeps the frame around
 * an error.
 */
import { loadFrame } from '~/storefront/layout/frame.server';
import { PageFrame, RouteErrorPage } from '~/storefront/layout/frame';
import { Outlet } from '~/base/framework/view';

export const loader = loadFrame;

export default function LocaleLayout() {
  return (
    <PageFrame>
      <Outlet />
    </PageFrame>
  );
}

export function ErrorBoundary() {
  return (
    <PageFrame>
      <RouteErrorPage />
    </PageFrame>
  );
}
