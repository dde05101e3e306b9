/** Every call of the back office, by section of contract/erp.md. */
import { addressRoutes } from './account/addresses';
import { credentialRoutes } from './account/credentials';
import { customerRoutes } from './account/customer';
import { signinRoutes } from './account/signin';
import { actionRoutes } from './cart/actions';
import { checkoutRoutes } from './cart/checkout';
import { csvRoutes } from './cart/csv';
import { syncRoutes } from './cart/sync';
import { deliveryChoiceRoutes } from './delivery/choices';
import { deliveryListRoutes } from './delivery/lists';
import type { Route } from './protocol/router';
import { saleRoutes } from './sale/sales';

export const ROUTES: readonly Route[] = [
  ...signinRoutes,
  ...credentialRoutes,
  ...customerRoutes,
  ...addressRoutes,
  ...syncRoutes,
  ...actionRoutes,
  ...checkoutRoutes,
  ...csvRoutes,
  ...deliveryListRoutes,
  ...deliveryChoiceRoutes,
  ...saleRoutes,
];
