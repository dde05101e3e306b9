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
/** Catalogue pages for signed-in customers. */
export const ownCataloguePolicy: RoutePolicy = {
  ...openPolicy,
  guard: 'customer',
  offline: 'seal',
};
export const contentPolicy: RoutePolicy = { ...cataloguePolicy, scripts: 'customers', kept: [] };
/** Forms with which people write to the distributor. */
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
/** Forms that make the ERP send mail or open an account, for guests and customers. */
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
/** Cart, confirmation and payment: load shedding never rejects a step of an order. */
export const orderPolicy: RoutePolicy = {
  ...openPolicy,
  quiet: true,
  load: 'protected',
  robots: 'disallow',
  offline: 'visit',
  asksErp: true,
  area: 'cart',
};
