/**
 * The last searches in this browser, the newest first, per customer or for guests. They never leave the browser.
 * Sign-out removes a customer's searches with the cart queue, so their key has the prefix of the cart.
 */
const most = 8;
const longest = 200;

const keyOf = (owner: string): string => `cart:v1:searches:${owner}`;

/** Opened for each use: a browser without storage may refuse access to it. */
export type OpenStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const isText = (one: unknown): one is string => typeof one === 'string' && one !== '';

/** Empty if the browser stores nothing, or something else under this key. */
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
    // Storage is full, or the window is private: the search itself continues.
  }
}

export function forgetSearches(storage: OpenStorage, owner: string): void {
  try {
    storage().removeItem(keyOf(owner));
  } catch {
    // Nothing was stored, so nothing needs removal.
  }
}

/** The owner of the searches: a customer's page declares it for the cart; any other page belongs to a guest. */
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
