/** The framework's hooks that views use, in one place (docs/decisions/126). */
export { isRouteErrorResponse, useActionData, useLoaderData } from '@remix-run/react';
