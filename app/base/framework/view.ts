/** The only module that re-exports the framework's hooks for views. */
export {
  isRouteErrorResponse,
  Outlet,
  useActionData,
  useLoaderData,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
