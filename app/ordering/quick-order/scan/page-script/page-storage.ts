/**
 * What a page that scans keeps: in the browser, or where that refuses (blocked, full, a private window) in the page
 * itself, as long as it stands. Leaving it then asks first, and a scan that comes while it is being left stops that.
 * The islands of such a page keep the changes of the cart here too.
 */
import type { QueueStorage } from '~/ordering/cart/queue/cart-queue';

/** A browser may refuse its storages: blocked, full, a private window. */
export const orElse = <T>(act: () => T, otherwise: T): T => {
  try {
    return act();
  } catch {
    return otherwise;
  }
};

/** Whether the browser keeps what is put under the name. */
export const keepsAny = (storage: () => Storage, name: string): boolean =>
  orElse(() => {
    storage().setItem(name, '');
    storage().removeItem(name);
    return true;
  }, false);

export interface PageStorage extends QueueStorage {
  /** What only the page has, by its key. */
  readonly held: ReadonlyMap<string, string>;
  hold: (key: string, value: string) => void;
  /** A form that is being sent has these: they are not lost with the page. */
  goAlong: (keys: readonly string[]) => void;
}

/** @param isTyping something is typed that would be lost with the page */
export function pageStorage(isTyping: () => boolean): PageStorage {
  const held = new Map<string, string>();
  const along = new Set<string>();
  let isLeaving = false;
  /** Changes and scanned lines that are not in the cart. */
  const isOpen = ([key, value]: [string, string]): boolean =>
    /:(tx|scan):/.test(key) && !value.includes('"added":true') && !along.has(key);
  const onLeaving = (event: BeforeUnloadEvent): void => {
    isLeaving = true;
    // What comes behind a form that goes is typed on while it goes.
    if (![...held].some(isOpen) && (along.size > 0 || !isTyping())) return;
    event.preventDefault();
    // Chrome before 119.
    event.returnValue = true;
  };
  // Not on a page that is kept well: some browsers keep none with such a listener for the way back.
  const guard = (): void => addEventListener('beforeunload', onLeaving);
  const keep = (key: string, value: string): void => {
    localStorage.setItem(key, value);
    held.delete(key);
  };
  const hold = (key: string, value: string): void => {
    held.set(key, value);
    guard();
  };
  if (!keepsAny(() => localStorage, 'cart:v1:probe')) guard();
  return {
    held,
    hold,
    goAlong: (keys) => keys.forEach((key) => along.add(key)),
    get: (key) => held.get(key) ?? orElse(() => localStorage.getItem(key), null),
    set: (key, value) => {
      try {
        keep(key, value);
      } catch {
        hold(key, value);
        if (isLeaving) stop();
        isLeaving = false;
      }
    },
    remove: (key) => {
      held.delete(key);
      orElse(() => localStorage.removeItem(key), undefined);
    },
    keys: () => [...new Set([...held.keys(), ...orElse(() => Object.keys(localStorage), [])])],
  };
}
