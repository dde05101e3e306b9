/**
 * Storage of a page with a code field: local storage, or page memory when the browser refuses it (blocked, full, a
 * private window). With lines in memory, leaving the page asks for confirmation, and a scan during the navigation stops
 * it. The islands of such a page store cart changes here too.
 */
import type { QueueStorage } from '~/ordering/cart/queue/cart-queue';

/**
 * Runs `act`, or returns `otherwise` when it throws: a browser may refuse its storages (blocked, full, a private
 * window).
 */
export const orElse = <T>(act: () => T, otherwise: T): T => {
  try {
    return act();
  } catch {
    return otherwise;
  }
};

/** True when the browser stores values under this name. */
export const keepsAny = (storage: () => Storage, name: string): boolean =>
  orElse(() => {
    storage().setItem(name, '');
    storage().removeItem(name);
    return true;
  }, false);

interface PageStorage extends QueueStorage {
  /** Values that exist only in page memory, by storage key. */
  readonly held: ReadonlyMap<string, string>;
  hold: (key: string, value: string) => void;
  /** Marks values that a form submission includes, so that leaving the page does not lose them. */
  goAlong: (keys: readonly string[]) => void;
}

/** @param isTyping true when the page has typed input that leaving it would lose */
export function pageStorage(isTyping: () => boolean): PageStorage {
  const held = new Map<string, string>();
  const along = new Set<string>();
  let isLeaving = false;
  /** True for cart changes and scanned lines that are not yet in the cart. */
  const isOpen = ([key, value]: [string, string]): boolean =>
    /:(tx|scan):/.test(key) && !value.includes('"added":true') && !along.has(key);
  const onLeaving = (event: BeforeUnloadEvent): void => {
    isLeaving = true;
    // Once a form is being submitted, half-typed input alone does not block leaving.
    if (![...held].some(isOpen) && (along.size > 0 || !isTyping())) return;
    event.preventDefault();
    // For Chrome before version 119.
    event.returnValue = true;
  };
  // Register the listener only while needed: with a `beforeunload` listener some browsers do not cache the page for
  // Back.
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
