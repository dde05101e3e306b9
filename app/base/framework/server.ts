/**
 * The only module that re-exports the framework's server functions for pages. A move to React Router 7 changes this
 * file and the three files that start the framework. Views import `view.ts` instead.
 */
export { createCookie, data, redirect } from '@remix-run/node';
export type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
