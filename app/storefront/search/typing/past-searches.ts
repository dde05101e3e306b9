/**
 * The last searches in this browser, the newest first, per customer or for guests. They never leave the browser.
 * Sign-out removes a customer's searches with the cart queue, so their storage key has the prefix of the cart's keys.
 */
const most = 8;
const longest = 200;

const keyOf = (owner: string): string => `cart:v1:searches:${owner}`;

/**
 * Returns the browser's storage. It is called for each use, because a browser that forbids storage may refuse access to
 * it.
 */
export type OpenStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const isText = (one: unknown): one is string => typeof one === 'string' && one !== '';

/** The past searches of an owner. Empty if the browser stores none, or if the stored value is invalid. */
export function pastSearches(storage: OpenStorage, owner: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(keyOf(owner)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isText).slice(0, most) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(storage: OpenStorage, owner: string, typed: string): void {
  const text = typed.trim().slice(0, longest);
  if (text === '') return;
  const others = pastSearches(storage, owner).filter(
    (one) => one.toLowerCase() !== text.toLowerCase(),
  );
  try {
    storage().setItem(keyOf(owner), JSON.stringify([text, ...others].slice(0, most)));
  } catch {
    // Storage is full, or the window is private: the search itself still works, but it is not remembered.
  }
}

export function forgetSearches(storage: OpenStorage, owner: string): void {
  try {
    storage().removeItem(keyOf(owner));
  } catch {
    // Storage is unavailable, so there is nothing to remove.
  }
}

/**
 * The owner of past searches: the customer that a customer's page declares for the cart, or the guest on any other
 * page.
 */
export const ownerOf = (): string =>
  document.querySelector<HTMLElement>('cart-island')?.dataset['owner'] ?? '';

/** A row of the list that repeats a past search at `address`. */
export function pastRow(address: string, text: string): HTMLElement {
  const row = document.createElement('li');
  const link = document.createElement('a');
  link.href = `${address}?q=${encodeURIComponent(text)}`;
  link.textContent = text;
  row.append(link);
  return row;
}
