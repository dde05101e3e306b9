/** What the island needs of the browser: storage that keeps, one tab at a time, a call that ends. */
import type { QueueStorage } from '../queue/cart-queue';
import type { SyncReply } from '../queue/cart-runner';
import type { IslandAnswer, IslandBody } from '../queue/island-wire';

const callMs = 30_000;
const lockMs = 15_000;

const storageOf = (local: Storage): QueueStorage => ({
  get: (key) => local.getItem(key),
  set: (key, value) => local.setItem(key, value),
  remove: (key) => local.removeItem(key),
  keys: () => Object.keys(local),
});

declare global {
  interface Window {
    /** Of a page that scans: it has room where the browser has none. */
    pageStorage?: QueueStorage;
  }
}

/** Storage that keeps what it is given, or null (private windows, full disks). */
export function usableStorage(): QueueStorage | null {
  if (window.pageStorage) return window.pageStorage;
  try {
    const storage = storageOf(localStorage);
    storage.set('cart:v1:probe', '1');
    storage.remove('cart:v1:probe');
    return storage;
  } catch {
    return null;
  }
}

/**
 * One tab at a time; after fifteen seconds, or where the browser has no locks, it goes on without: the shop is
 * what makes it correct.
 */
export async function exclusively<T>(run: () => Promise<T>): Promise<T> {
  const patience = AbortSignal.timeout(lockMs);
  let started = false;
  try {
    return await navigator.locks.request('cart-sync', { signal: patience }, () => {
      started = true;
      return run();
    });
  } catch (error) {
    if (started) throw error;
    return run();
  }
}

/**
 * One call of the sync action; throws when no answer of the shop came in time. A network on the way (a hotel's sign-in
 * page, a proxy that wants to know who asks) may answer in its place, with 200, 401 or 407 and a page; or call the
 * shop's answer by another type. The shop itself answers 429 and 5xx without JSON when it has no time for it.
 */
export async function callSync(address: string, body: IslandBody): Promise<SyncReply> {
  const { to, ...said } = body;
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Cart-Sync': '1',
      'X-Cart-To': to,
    },
    body: JSON.stringify(said),
    signal: AbortSignal.timeout(callMs),
    redirect: 'error',
  });
  const isJson =
    response.status < 429 || response.headers.get('Content-Type')?.startsWith('application/json');
  const answer = isJson ? ((await response.json()) as IslandAnswer | { error: string }) : null;
  const seconds = Number(response.headers.get('Retry-After') ?? NaN);
  return {
    status: response.status,
    retryAfterMs: seconds >= 0 ? seconds * 1000 : null,
    answer: answer && 'state' in answer ? answer : null,
  };
}
