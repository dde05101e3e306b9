/**
 * What the service worker touches and what it keeps (P-81). What is allowed, not what is
 * forbidden: any other address goes to the network as if there were no worker.
 */

/** Tabs and workers of several builds share these: a changed meaning takes a new name. */
export const cachePrefix = 'shop-';
export const filesCache = `${cachePrefix}files`;
export const pagesCache = (build: string): string => `${cachePrefix}pages-${build}`;
export const offlineCache = (build: string): string => `${cachePrefix}offline-${build}`;
export const isPagesCache = (name: string): boolean => name.startsWith(`${cachePrefix}pages-`);

/** A page that is kept is waited for so long (P-81). */
export const patienceWithCopyMs = 8_000;
/** Without one there is only the offline page to show: the shop itself may take ten seconds over a page. */
export const patienceMs = 20_000;
/**
 * Once a page without a copy is late by so much, the line is asked for a sign of life: where none has come either when
 * a kept page would be shown, it is a line that accepts and says nothing.
 */
export const lateMs = 3_000;
/** Both bounded: a browser that runs short of room throws away the cart's queue too. */
export const mostPages = 30;
export const mostFiles = 60;

/** Which paths the worker answers for, from the policies of the routes (app/base/routing). */
export interface OfflineRoutes {
  /** The offline page is shown in place of a page that does not come. */
  visit: RegExp;
  /** Catalogue and content, read by everybody alike: their last answer may be kept. */
  keep: RegExp;
  /** A customer's last answer may be kept, sealed: the same pages, and lists, cart and quick order. */
  seal: RegExp;
}

/** The worker answers for a visit to this address, with the network's answer wherever there is one. */
export const isShopPage = ({ visit }: OfflineRoutes, { pathname, searchParams }: URL): boolean =>
  visit.test(pathname) &&
  // A provider's answer, whatever address it was told to come back to.
  !(searchParams.has('state') && (searchParams.has('code') || searchParams.has('error')));

/** A page that shows what a form was answered with: for this one visit. */
const answersForm = ({ searchParams }: URL): boolean => searchParams.has('answer');

/** The address of a page whose last answer may be kept. */
export const mayBeKept = (routes: OfflineRoutes, url: URL): boolean =>
  routes.keep.test(url.pathname) && isShopPage(routes, url) && !answersForm(url);

/** The address of a page that is kept of a customer. */
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
 * Only what the shop itself declared public: everything that was read with a session, sets a cookie, was
 * refused or came from a redirect is `private, no-store` or no 200 (app/base/page/cache.ts).
 */
export const isKeepable = ({ status, type, redirected, headers }: AnswerHead): boolean =>
  status === 200 &&
  type === 'basic' &&
  !redirected &&
  /^public\b/.test(headers.get('cache-control') ?? '') &&
  (headers.get('content-type') ?? '').startsWith('text/html');

/** A whole page of a customer, as the shop answered it. */
export const isOwnKeepable = ({ status, type, redirected, headers }: AnswerHead): boolean =>
  status === 200 &&
  type === 'basic' &&
  !redirected &&
  (headers.get('content-type') ?? '').startsWith('text/html');

/** A hashed file, and not an error page or a login page of some network on the way. */
export const isKeepableFile = ({ status, type, redirected, headers }: AnswerHead): boolean =>
  status === 200 &&
  type === 'basic' &&
  !redirected &&
  (headers.get('cache-control') ?? '').includes('immutable');

/** What a page tells its worker, which answers with the build it belongs to. */
export interface PageSeen {
  /** Path of the page: its offline page is fetched while there is a line. */
  path: string;
  /** A customer is here: visitors' pages, without their prices, would say that they are signed out. */
  customer: boolean;
}

export const isPageSeen = (message: unknown): message is PageSeen =>
  typeof message === 'object' &&
  message !== null &&
  typeof Reflect.get(message, 'path') === 'string' &&
  typeof Reflect.get(message, 'customer') === 'boolean';
