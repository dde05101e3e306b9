/**
 * Declarations of a route of the shop (app/base/routing/table.ts). The server contains no page addresses: limits,
 * overload gate, body sizes and log areas use the policy of the matched route.
 */
import type { ServerBuild } from '@remix-run/node';

export type RateRuleName =
  'sign-in' | 'password' | 'account-form' | 'ad' | 'sync' | 'quick-order' | 'search' | 'suggest';

export interface RoutePolicy {
  /** Who may view the page; the route's loader and action enforce it (app/base/page/page.ts). */
  guard: 'open' | 'customer';
  /** `visitors`: shared caches may store a guest's page for a minute, unless it sets a cookie. */
  cache: 'never' | 'visitors';
  /** `customers`: guests can only read the page, and it then runs no script of the shop (P-79). */
  scripts: 'all' | 'customers';
  /** `bare`: no header and footer. */
  layout: 'full' | 'bare';
  /** True for a page without advertisements or banners, because people order, pay, sign in or write there. */
  quiet: boolean;
  /**
   * Priority under overload (P-60): `protected` is never rejected for a customer. `callback` is never rejected at all,
   * because the customer who returns from a sign-in is not known yet.
   */
  load: 'protected' | 'callback' | 'page' | 'suggestion';
  /** Rate rules for reading and posting; null: the route has none of its own (P-61). */
  rate: { read: RateRuleName | null; post: RateRuleName | null };
  /** File that the page's form accepts (P-31); `letter`: a document that guests may send too; null: none. */
  upload: 'document' | 'order-file' | 'letter' | null;
  robots: 'index' | 'disallow';
  /**
   * Behaviour of the service worker (P-81):
   * - `keep`: stores copies, a customer's encrypted;
   * - `seal`: stores encrypted copies for customers only;
   * - `visit`: stores nothing and shows the offline page instead;
   * - `browser`: does not intervene;
   * - `leave`: does not intervene, and a post deletes the encrypted copies.
   */
  offline: 'keep' | 'seal' | 'visit' | 'browser' | 'leave';
  /** The page calls the ERP anyway, so ERP calls for its banners cost nothing extra. */
  asksErp: boolean;
  /** Label for logs and metrics, from a closed set (P-74). */
  area: string;
  /** Catch-all route: its path may be any text, and is logged only if it led to a page (P-71). */
  anyText: boolean;
  /** Query parameters with which a guest's rendered page may be cached; null: never cached. */
  kept: readonly string[] | null;
  /** The page may request the camera for scanning (CART-11). */
  camera: boolean;
}

export interface MatchedRoute {
  id: string;
  policy: RoutePolicy;
}

/** The route and policy of a path (with or without query); null when it is no page of the shop. */
export type RouteOf = (path: string) => MatchedRoute | null;

const isRouteOf = (value: unknown): value is RouteOf => typeof value === 'function';

/** The matcher that the built app exports from its entry (app/entry.server.tsx). */
export function routeOfBuild({ entry }: Pick<ServerBuild, 'entry'>): RouteOf {
  const found: unknown = Reflect.get(entry.module, 'routeOf');
  if (!isRouteOf(found)) throw new Error('the built app declares no route policies');
  return found;
}
