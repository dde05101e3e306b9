/** The entry that the slice adds to `accountRoutes` of app/routes.ts. */
import { accountPolicy } from '~/base/routing/policies';
import { localeRoute, type RouteNode } from '~/base/routing/tree';

export const addedRoutes: readonly RouteNode[] = [
  localeRoute('account/delivery-days', 'routes/account/delivery-days.tsx', accountPolicy, {
    accountMenu: 'delivery-days:title',
  }),
];
