/**
 * The last searches of this browser, the newest first: of one customer, or of visitors. They never leave
 * the browser; a customer's are forgotten with the cart's queue at the sign-out, which is why their key is of its kind.
 */
const most = 8;
const longest = 200;

const keyOf = (owner: string): string => `cart:v1:searches:${owner}`;

/** Opened each time: a browser that keeps nothing may refuse to give it at all. */
export type OpenStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const isText = (one: unknown): one is string => typeof one === 'string' && one !== '';

/** A browser that keeps nothing, or something else under this key, has none. */
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
    // Full, or a private window: the search itself goes on.
  }
}

export function forgetSearches(storage: OpenStorage, owner: string): void {
  try {
    storage().removeItem(keyOf(owner));
  } catch {
    // What was not kept is forgotten.
  }
}

/** Whose searches these are: a page of a customer says so for the cart, any other is a visitor's. */
export const ownerOf = (): string =>
  document.querySelector<HTMLElement>('cart-island')?.dataset['owner'] ?? '';

/** One of them as a row of the list, which searches it at `address` again. */
export function pastRow(address: string, text: string): HTMLElement {
  const row = document.createElement('li');
  const link = document.createElement('a');
  link.href = `${address}?q=${encodeURIComponent(text)}`;
  link.textContent = text;
  row.append(link);
  return row;
}
