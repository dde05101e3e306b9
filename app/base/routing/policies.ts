/** Base policies of routes; app/routes.ts overrides single fields. */
import type { RoutePolicy } from '../../../server/http/policy/route-policy';

export const openPolicy: RoutePolicy = {
  guard: 'open',
  cache: 'never',
  scripts: 'all',
  layout: 'full',
  quiet: false,
  load: 'page',
  rate: { read: null, post: null },
  upload: null,
  robots: 'index',
  offline: 'browser',
  asksErp: false,
  area: 'other',
  anyText: false,
  kept: null,
  camera: false,
};
export const cataloguePolicy: RoutePolicy = { ...openPolicy, cache: 'visitors', offline: 'keep' };
/** Policy of catalogue pages that only signed-in customers may see. */
export const ownCataloguePolicy: RoutePolicy = {
  ...openPolicy,
  guard: 'customer',
  offline: 'seal',
};
export const contentPolicy: RoutePolicy = { ...cataloguePolicy, scripts: 'customers', kept: [] };
/** Policy of pages with a form to write to the distributor. */
export const letterPolicy: RoutePolicy = { ...openPolicy, quiet: true };
export const accountPolicy: RoutePolicy = {
  ...openPolicy,
  guard: 'customer',
  quiet: true,
  robots: 'disallow',
  offline: 'visit',
  asksErp: true,
  area: 'account',
};
/** Policy of pages with a form that makes the ERP send mail or open an account, for guests and customers. */
export const accountFormPolicy: RoutePolicy = {
  ...accountPolicy,
  guard: 'open',
  rate: { read: null, post: 'account-form' },
};
export const standingListPolicy: RoutePolicy = { ...accountPolicy, offline: 'seal' };
export const adPolicy: RoutePolicy = {
  ...accountPolicy,
  upload: 'document',
  rate: { read: null, post: 'ad' },
};
export const accountFilePolicy: RoutePolicy = { ...accountPolicy, offline: 'browser' };
/** Policy of cart, confirmation and payment: load shedding never rejects a step of an order. */
export const orderPolicy: RoutePolicy = {
  ...openPolicy,
  quiet: true,
  load: 'protected',
  robots: 'disallow',
  offline: 'visit',
  asksErp: true,
  area: 'cart',
};
