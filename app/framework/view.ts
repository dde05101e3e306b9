/** The framework's hooks that views use, in one place. */
export { isRouteErrorResponse, useActionData, useLoaderData } from '@remix-run/react';
