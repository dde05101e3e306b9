/** The framework's hooks that views use, in one place. */
export {
  isRouteErrorResponse,
  Outlet,
  useActionData,
  useLoaderData,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
