/**
 * What the service worker handles and stores (P-81). These are allow lists: any other address goes to the network as if
 * there were no worker.
 */

/** Tabs and workers of several builds share these caches, so a changed meaning needs a new name. */
export const cachePrefix = 'shop-';
export const filesCache = `${cachePrefix}files`;
export const pagesCache = (build: string): string => `${cachePrefix}pages-${build}`;
export const offlineCache = (build: string): string => `${cachePrefix}offline-${build}`;
export const isPagesCache = (name: string): boolean => name.startsWith(`${cachePrefix}pages-`);

/** Waiting time for a page that has a stored copy (P-81). */
export const patienceWithCopyMs = 8_000;
/**
 * Waiting time for a page without a copy. Only the offline page could replace it, and the shop itself may need ten
 * seconds.
 */
export const patienceMs = 20_000;
/**
 * If a page without a copy takes longer than this, the worker pings the shop. Without a reply by the time at which a
 * copy would be shown, the connection counts as dead.
 */
export const lateMs = 3_000;
/** Both are bounded: a browser that runs out of space also deletes the cart queue. */
export const mostPages = 30;
export const mostFiles = 60;

/** The paths that the worker handles, from the policies of the routes (app/base/routing). */
export interface OfflineRoutes {
  /** Paths for which the offline page replaces a page that does not load. */
  visit: RegExp;
  /** Catalogue and content, the same for everybody: their last response may be stored. */
  keep: RegExp;
  /**
   * Paths whose last response may be stored encrypted for a customer: the same pages, and lists, cart and quick order.
   */
  seal: RegExp;
}

/** True if the worker handles a visit to this address; it uses the network's response whenever there is one. */
export const isShopPage = ({ visit }: OfflineRoutes, { pathname, searchParams }: URL): boolean =>
  visit.test(pathname) &&
  // Excludes the identity provider's response, whatever return address it uses.
  !(searchParams.has('state') && (searchParams.has('code') || searchParams.has('error')));

/** A page that displays the answer to a form, for this one visit. */
const answersForm = ({ searchParams }: URL): boolean => searchParams.has('answer');

/** True if the last response of this address may be stored. */
export const mayBeKept = (routes: OfflineRoutes, url: URL): boolean =>
  routes.keep.test(url.pathname) && isShopPage(routes, url) && !answersForm(url);

/** True if this address may be stored for a customer. */
export const mayBeSealed = (routes: OfflineRoutes, url: URL): boolean =>
  routes.seal.test(url.pathname) && isShopPage(routes, url) && !answersForm(url);

/** Files with a hash in their name never change. */
export const isHashedFile = (path: string): boolean => path.startsWith('/assets/');

export const offlinePath = (path: string): string | null => {
  const [, locale] = /^\/(fr|nl|en)(?:\/|$)/.exec(path) ?? [];
  return locale === undefined ? null : `/${locale}/offline`;
};

export interface AnswerHead {
  status: number;
  type: string;
  redirected: boolean;
  headers: Pick<Headers, 'get'>;
}

/**
 * Stores only what the shop itself declared public. A response that was read with a session, sets a cookie, was
 * rejected or was redirected is `private, no-store` or not a 200 (app/base/page/cache.ts).
 */
export const isKeepable = ({ status, type, redirected, headers }: AnswerHead): boolean =>
  status === 200 &&
  type === 'basic' &&
  !redirected &&
  /^public\b/.test(headers.get('cache-control') ?? '') &&
  (headers.get('content-type') ?? '').startsWith('text/html');

/** A complete page of a customer, as the shop sent it. */
export const isOwnKeepable = ({ status, type, redirected, headers }: AnswerHead): boolean =>
  status === 200 &&
  type === 'basic' &&
  !redirected &&
  (headers.get('content-type') ?? '').startsWith('text/html');

/** A hashed file, not an error page or a login page of an intermediate network. */
export const isKeepableFile = ({ status, type, redirected, headers }: AnswerHead): boolean =>
  status === 200 &&
  type === 'basic' &&
  !redirected &&
  (headers.get('cache-control') ?? '').includes('immutable');

/** The message from a page to its worker, which replies with its build. */
export interface PageSeen {
  /** Path of the page: the worker fetches the matching offline page while the network works. */
  path: string;
  /** A customer is signed in: pages stored for guests have no prices and would show the customer as signed out. */
  customer: boolean;
}

export const isPageSeen = (message: unknown): message is PageSeen =>
  typeof message === 'object' &&
  message !== null &&
  typeof Reflect.get(message, 'path') === 'string' &&
  typeof Reflect.get(message, 'customer') === 'boolean';
