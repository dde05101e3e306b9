/**
 * What a route of the shop declares of itself (app/base/routing/table.ts). The server knows no address of a page:
 * limits, overload, body sizes and log areas ask the policy of the matched route.
 */
import type { ServerBuild } from '@remix-run/node';

export type RateRuleName =
  'sign-in' | 'password' | 'account-form' | 'ad' | 'sync' | 'quick-order' | 'search' | 'suggest';

export interface RoutePolicy {
  /** Who may see it; the route's own loader and action hold it (app/base/page/page.ts). */
  guard: 'open' | 'customer';
  /** `visitors`: shared caches may keep a visitor's page for a minute, unless it sets a cookie. */
  cache: 'never' | 'visitors';
  /** `customers`: only read by visitors, whose page then runs no script of ours (P-79). */
  scripts: 'all' | 'customers';
  /** `bare`: without header and footer. */
  layout: 'full' | 'bare';
  /** Advertisements and banners stay away: people order, pay, sign in or write here. */
  quiet: boolean;
  /**
   * What a request is worth when not all can be served (P-60): `protected` is never refused to a customer,
   * `callback` never at all, as the customer of a sign-in on its way back is not known yet.
   */
  load: 'protected' | 'callback' | 'page' | 'suggestion';
  /** Rate rule of reading and of posting; null: none of its own (P-61). */
  rate: { read: RateRuleName | null; post: RateRuleName | null };
  /** The file that its form takes (P-31); null: none; `letter`: a document that visitors may send, too. */
  upload: 'document' | 'order-file' | 'letter' | null;
  robots: 'index' | 'disallow';
  /**
   * Service worker (P-81): `keep` copies, a customer's sealed; `seal` copies of customers alone; `visit` shows the
   * offline page in its place; `browser` stays out; `leave` too, and its post takes away what was sealed.
   */
  offline: 'keep' | 'seal' | 'visit' | 'browser' | 'leave';
  /** The page deals with the ERP anyway: what its banners ask there costs nothing more. */
  asksErp: boolean;
  /** Label of logs and metrics, from a closed set (P-74). */
  area: string;
  /** Matches what no other address does: its path may be any text, and is logged once it led somewhere (P-71). */
  anyText: boolean;
  /** Names of the query with which a guest's finished page is kept; null: never. */
  kept: readonly string[] | null;
  /** The page may ask for the camera, to scan (CART-11). */
  camera: boolean;
}

export interface MatchedRoute {
  id: string;
  policy: RoutePolicy;
}

/** The route of a path (with or without query), with its policy; null: no page of the shop. */
export type RouteOf = (path: string) => MatchedRoute | null;

const isRouteOf = (value: unknown): value is RouteOf => typeof value === 'function';

/** The matcher that the built app exports beside its entry (app/entry.server.tsx). */
export function routeOfBuild({ entry }: Pick<ServerBuild, 'entry'>): RouteOf {
  const found: unknown = Reflect.get(entry.module, 'routeOf');
  if (!isRouteOf(found)) throw new Error('the built app declares no route policies');
  return found;
}
