/** Browser services for the cart island: durable storage, a lock over all tabs, and a call with a deadline. */
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
    /** Storage of a page that scans, used when the browser's storage is full or missing. */
    pageStorage?: QueueStorage;
  }
}

/** Returns browser storage that works, or null (private windows, full disks). */
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
 * Runs in one tab at a time. After fifteen seconds of waiting for the lock, or without browser locks, it runs anyway:
 * the server guarantees correctness.
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
 * Calls the sync action; throws when no response of the shop arrives in time. A network device (a hotel's sign-in page,
 * a proxy with authentication) may respond instead, with 200, 401 or 407 and a page. It may also change the content
 * type of the shop's response. The shop itself responds with 429 and 5xx without JSON when it is overloaded.
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
