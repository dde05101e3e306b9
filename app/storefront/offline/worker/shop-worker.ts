/**
 * The service worker. Pages come from the network first; if it does not respond, from a stored copy or the offline
 * page. Hashed files come from the browser's cache. Built by tools/build.ts to `/sw.js`. It handles no posts. On its
 * own it requests only the offline page and whether a session still exists. It takes over at once, because no page
 * depends on its version.
 */
import { sessionEnd } from '~/account/dashboard/session/session-life';
import {
  cachePrefix,
  filesCache,
  isHashedFile,
  isKeepable,
  isKeepableFile,
  isPagesCache,
  isOwnKeepable,
  isPageSeen,
  isShopPage,
  lateMs,
  mayBeKept,
  mayBeSealed,
  mostFiles,
  mostPages,
  offlineCache,
  offlinePath,
  pagesCache,
  patienceMs,
  patienceWithCopyMs,
  type PageSeen,
} from '../keeping';
import {
  forgetOwn,
  meetSession,
  openOwn,
  ownCache,
  ownName,
  sealed,
  sessionHeader,
} from '../own-pages';
import type { PageFetch, WorkerScope } from './scope';

declare const self: WorkerScope;
/** Set by the build: the files that the offline page needs. */
declare const __OFFLINE_FILES__: readonly string[];
/** Script files that a customer's open page loads when it needs the cart queue. */
declare const __CUSTOMER_FILES__: readonly string[];

/**
 * Regular expressions for paths, from the route policies: which pages the worker handles, stores, and stores encrypted,
 * and which paths sign out.
 */
declare const __OFFLINE_ROUTES__: { visit: string; keep: string; seal: string; leave: string };
/** The address at which the shop returns the name of the current session. */
declare const __SESSION_PATH__: string;

const routes = {
  visit: new RegExp(__OFFLINE_ROUTES__.visit),
  keep: new RegExp(__OFFLINE_ROUTES__.keep),
  seal: new RegExp(__OFFLINE_ROUTES__.seal),
  leave: new RegExp(__OFFLINE_ROUTES__.leave),
};
const build = self.build + (self.brandDigest ?? '');
const own = ownCache(build);
const pages = pagesCache(build);
const offline = offlineCache(build);
const look: CacheQueryOptions = { ignoreVary: true };

/** Full or broken storage must not prevent a page from loading. */
const quietly = <T>(attempt: Promise<T>): Promise<T | undefined> => attempt.catch(() => undefined);

/**
 * Adds a response to a cache and deletes the oldest entries beyond the limit: `keys` returns them in insertion order.
 */
async function putBounded(
  name: string,
  address: string,
  answer: Response,
  most: number,
): Promise<void> {
  const cache = await caches.open(name);
  await cache.delete(address, look);
  await cache.put(address, answer);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
}

/** Requests the page without cookies, so that the response contains nothing personal. */
async function keepOfflinePage(path: string): Promise<void> {
  const cache = await caches.open(offline);
  const visitor: RequestInit = { credentials: 'omit', cache: 'no-cache', redirect: 'error' };
  const page = await fetch(path, visitor);
  if (!isKeepable(page)) throw new Error(`${path}: ${page.status}`);
  await cache.addAll(__OFFLINE_FILES__);
  await cache.put(path, page);
}

const isOurs = (name: string): boolean => name.startsWith(cachePrefix);

/** Paths of the offline pages that the previous build stored, one per locale that this browser has visited. */
async function offlinePathsHeld(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => isOurs(name) && name.includes('offline'));
  const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const paths = keys.flat().map(({ url }) => new URL(url).pathname);
  return [...new Set(paths.filter((path) => !isHashedFile(path)))];
}

/**
 * Stores the offline page and the files of this build. If that fails, the build is not installed, and the previous
 * build stays active.
 */
async function install(): Promise<void> {
  for (const path of await offlinePathsHeld()) await keepOfflinePage(path);
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const current = new Set([pages, own, offline, filesCache]);
  const old = (await caches.keys()).filter((name) => isOurs(name) && !current.has(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Stores the offline page in the language of this page, unless it is already there. */
async function keepOfflineFor(path: string): Promise<void> {
  const wanted = offlinePath(path);
  const cache = await caches.open(offline);
  if (wanted !== null && !(await cache.match(wanted, look))) await keepOfflinePage(wanted);
}

/**
 * Stores the files of the cart queue. A customer's page loads them only on demand, most likely just after the network
 * fails (CART-02).
 */
async function readyForCustomer(): Promise<void> {
  for (const name of (await caches.keys()).filter(isPagesCache)) await caches.delete(name);
  const cache = await caches.open(filesCache);
  for (const file of __CUSTOMER_FILES__)
    if (!(await cache.match(file, look))) await cache.add(file);
}

async function seen({ path, customer }: PageSeen): Promise<void> {
  if (customer) await readyForCustomer();
  await keepOfflineFor(path);
}

const after = (ms: number): Promise<never> =>
  new Promise((_resolve, reject) => setTimeout(() => reject(new Error('no answer')), ms));

/**
 * The stored copy with its offline banner revealed: every page contains that banner hidden, with the date of the page.
 */
async function asKept(copy: Response): Promise<Response> {
  const text = await copy.text();
  const [, language] = /<html lang="([\w-]+)"/.exec(text) ?? [];
  const at = new Date(copy.headers.get('date') ?? Date.now());
  const when = at.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
  const html = text
    .replace('id="offline" hidden=""', 'id="offline" data-kept=""')
    .replace(
      /<span id="kept-at" hidden="">([^<]*)/,
      (_, words: string) => `<span id="kept-at">${words} ${when}`,
    );
  const headers = new Headers(copy.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(html, { headers });
}

/** Runs one task after another, because a customer's stored pages have one key at a time. */
let turn: Promise<unknown> = Promise.resolve();
const inTurn = (work: () => Promise<unknown>): Promise<unknown> =>
  (turn = turn.then(work).catch(() => null));

/**
 * Asks the shop which session is active, because a redirect does not name its session. Deletes the stored pages if
 * their session has ended.
 */
async function askWhose(): Promise<void> {
  if ((await ownName()) === null) return;
  const answer = await fetch(__SESSION_PATH__, { cache: 'no-store' });
  if (answer.status === 401 || (answer.ok && (await answer.text()) !== (await ownName())))
    await forgetOwn();
}

/** Stores a customer's page encrypted. `copy` is null for a response that must not be stored. */
async function rememberOwn(url: URL, answer: Response, copy: Response | null): Promise<void> {
  if (answer.type === 'opaqueredirect') return askWhose();
  if (answer.status !== 200) return;
  await meetSession(answer.headers.get(sessionHeader));
  const page = copy && (await sealed(url.pathname + url.search, copy));
  if (page) await putBounded(own, page.place, page.content, mostPages);
}

/** Stores the page while the browser displays it, even if the response arrives too late for display. */
async function remember(url: URL, answer: Response): Promise<void> {
  const address = url.pathname + url.search;
  const isOpen = mayBeKept(routes, url) && isKeepable(answer);
  const isOwn = !isOpen && mayBeSealed(routes, url) && isOwnKeepable(answer);
  // Clone before the first await: the browser is about to read the body.
  const copy = isOpen || isOwn ? answer.clone() : null;
  await inTurn(() => rememberOwn(url, answer, isOwn ? copy : null));
  if (isOpen && copy) await putBounded(pages, address, copy, mostPages);
  // The page no longer exists, has moved, or needs a session: the stored copy is outdated.
  else if (answer.status < 500 && answer.status !== 429)
    await (await caches.open(pages)).delete(address, look);
  // Stores the offline page with a later page, not with the first one, which needs the bandwidth: that page sends a
  // message when it has loaded. Static pages send no message, and may be in another language.
  if (await caches.has(offline)) await keepOfflineFor(url.pathname);
}

async function copyOf(request: Request, url: URL): Promise<Response | undefined> {
  const ownCopy = mayBeSealed(routes, url)
    ? await quietly(openOwn(url.pathname + url.search))
    : undefined;
  if (ownCopy || !mayBeKept(routes, url)) return ownCopy;
  return quietly(caches.open(pages).then((cache) => cache.match(request, look)));
}

/** Pings the shop. Any response, even from a proxy in front of the shop, shows that the connection works. */
const signOfLife = (): Promise<unknown> =>
  fetch('/healthz', { cache: 'no-store', credentials: 'omit' }).catch(() => after(patienceMs));

/** Rejects when the worker stops waiting for the response: after a failed ping, or after `patienceMs`. */
async function givenUp(answer: Promise<Response>): Promise<never> {
  let isOver = false;
  const over = answer.catch(() => null).then(() => (isOver = true));
  await Promise.race([over, after(lateMs)]).catch(() => null);
  if (!isOver) await Promise.race([over, signOfLife(), after(patienceWithCopyMs - lateMs)]);
  return after(patienceMs - lateMs);
}

async function visit(request: Request, url: URL, answer: Promise<Response>): Promise<Response> {
  const copied = copyOf(request, url);
  const patience = copied.then((copy) => (copy ? after(patienceWithCopyMs) : givenUp(answer)));
  try {
    return await Promise.race([answer, patience]);
  } catch (error) {
    const copy = await copied;
    if (copy) return asKept(copy);
    const path = offlinePath(url.pathname);
    const page = path === null ? undefined : await quietly(caches.match(path, look));
    if (page) return page;
    // If no offline page is stored yet, the browser displays its own error message.
    throw error;
  }
}

async function file(event: PageFetch): Promise<Response> {
  const { request } = event;
  const kept = await quietly(caches.match(request, look));
  if (kept) return kept;
  const answer = await fetch(request);
  if (isKeepableFile(answer))
    event.waitUntil(quietly(putBounded(filesCache, request.url, answer.clone(), mostFiles)));
  return answer;
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  if (isPageSeen(event.data)) {
    event.source?.postMessage(build);
    event.waitUntil(quietly(seen(event.data)));
  }
  if (event.data === sessionEnd) event.waitUntil(inTurn(forgetOwn));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  // Delete the stored pages as soon as the sign-out is requested, whatever its result.
  if (request.method === 'POST' && routes.leave.test(url.pathname))
    event.waitUntil(inTurn(forgetOwn));
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    if (!isShopPage(routes, url)) return;
    const answer = fetch(request);
    // Register before the page receives the response: a body that is being read cannot be cloned.
    event.waitUntil(quietly(answer.then((got) => remember(url, got))));
    event.respondWith(visit(request, url, answer));
  } else if (isHashedFile(url.pathname) && !request.headers.has('range')) {
    event.respondWith(file(event));
  }
});
