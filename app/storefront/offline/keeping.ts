/**
 * What the service worker handles and stores (P-81). These are allow lists: any other address goes to the network as if
 * there were no worker.
 */

/** Tabs and workers of several builds share these caches, so a change of what they store needs a new prefix. */
export const cachePrefix = 'shop-';
export const filesCache = `${cachePrefix}files`;
export const pagesCache = (build: string): string => `${cachePrefix}pages-${build}`;
export const offlineCache = (build: string): string => `${cachePrefix}offline-${build}`;
export const isPagesCache = (name: string): boolean => name.startsWith(`${cachePrefix}pages-`);

/** How long, in milliseconds, the worker waits for the network before it displays the stored copy of a page (P-81). */
export const patienceWithCopyMs = 8_000;
/**
 * How long, in milliseconds, the worker waits for a page that has no stored copy. Only the offline page could replace
 * it, and the shop itself may need ten seconds.
 */
export const patienceMs = 20_000;
/**
 * If a page without a stored copy takes longer than this (milliseconds), the worker pings the shop. If the ping has no
 * reply after `patienceWithCopyMs`, the worker treats the connection as dead.
 */
export const lateMs = 3_000;
/** Maximum number of stored pages and of stored files: a browser that runs out of space also deletes the cart queue. */
export const mostPages = 30;
export const mostFiles = 60;

/** The paths that the worker handles, from the policies of the routes (app/base/routing). */
interface OfflineRoutes {
  /** Paths for which the offline page replaces a page that does not load. */
  visit: RegExp;
  /** Paths of catalogue and content pages that are the same for everybody: the worker may store their last response. */
  keep: RegExp;
  /**
   * Paths whose last response the worker may store encrypted for a customer: catalogue, content, lists, cart and quick
   * order.
   */
  seal: RegExp;
}

/** True if the worker handles a visit to this address; it uses the network's response if one arrives in time. */
export const isShopPage = ({ visit }: OfflineRoutes, { pathname, searchParams }: URL): boolean =>
  visit.test(pathname) &&
  // Excludes the address to which the identity provider redirects (`state` with `code` or `error`), whatever its path.
  !(searchParams.has('state') && (searchParams.has('code') || searchParams.has('error')));

/** True for a page that displays the stored answer to a form, for this one visit. */
const answersForm = ({ searchParams }: URL): boolean => searchParams.has('answer');

/** True if the worker may store the last response of this address unencrypted. */
export const mayBeKept = (routes: OfflineRoutes, url: URL): boolean =>
  routes.keep.test(url.pathname) && isShopPage(routes, url) && !answersForm(url);

/** True if the worker may store the last response of this address, encrypted for the signed-in customer. */
export const mayBeSealed = (routes: OfflineRoutes, url: URL): boolean =>
  routes.seal.test(url.pathname) && isShopPage(routes, url) && !answersForm(url);

/** True for files with a hash in their name, whose content never changes. */
export const isHashedFile = (path: string): boolean => path.startsWith('/assets/');

export const offlinePath = (path: string): string | null => {
  const [, locale] = /^\/(fr|nl|en)(?:\/|$)/.exec(path) ?? [];
  return locale === undefined ? null : `/${locale}/offline`;
};

interface AnswerHead {
  status: number;
  type: string;
  redirected: boolean;
  headers: Pick<Headers, 'get'>;
}

/**
 * True for a response that the shop itself declared public. A response to a session, with a cookie, with an error or
 * after a redirect is `private, no-store` or not a 200 (app/base/page/cache.ts).
 */
export const isKeepable = ({ status, type, redirected, headers }: AnswerHead): boolean =>
  status === 200 &&
  type === 'basic' &&
  !redirected &&
  /^public\b/.test(headers.get('cache-control') ?? '') &&
  (headers.get('content-type') ?? '').startsWith('text/html');

/** True for a complete page of a customer, as the shop sent it. */
export const isOwnKeepable = ({ status, type, redirected, headers }: AnswerHead): boolean =>
  status === 200 &&
  type === 'basic' &&
  !redirected &&
  (headers.get('content-type') ?? '').startsWith('text/html');

/** True for a hashed file of the shop; false for an error page or a login page of an intermediate network. */
export const isKeepableFile = ({ status, type, redirected, headers }: AnswerHead): boolean =>
  status === 200 &&
  type === 'basic' &&
  !redirected &&
  (headers.get('cache-control') ?? '').includes('immutable');

/** The message from a page to its service worker, which replies with the worker's build. */
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
