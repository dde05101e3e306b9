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

const local: OpenStorage = () => localStorage;

/** Whose searches these are: a page of a customer says so for the cart, any other is a visitor's. */
const ownerOf = (): string =>
  document.querySelector<HTMLElement>('cart-island')?.dataset['owner'] ?? '';

const listId = 'suggestions';

/** The list with its texts and without its rows, as the server writes it; asked once a page. */
let frame: Promise<string> | undefined;
function frameFrom(address: string): Promise<string> {
  frame ??= fetch(`${address}?past=1`).then((answer) =>
    answer.status === 200 ? answer.text() : '',
  );
  frame.catch(() => (frame = undefined));
  return frame;
}

function rowOf(form: HTMLFormElement, text: string): HTMLLIElement {
  const row = document.createElement('li');
  row.setAttribute('role', 'row');
  const link = document.createElement('a');
  link.href = `${form.action}?q=${encodeURIComponent(text)}`;
  link.textContent = text;
  link.setAttribute('role', 'gridcell');
  link.setAttribute('aria-selected', 'false');
  link.tabIndex = -1;
  row.append(link);
  return row;
}

/** Puts them in the place of the suggestions while the box is empty and has the focus, and remembers what is searched. */
function offerIn(place: HTMLElement, form: HTMLFormElement, input: HTMLInputElement): void {
  const isWanted = (): boolean =>
    input.value === '' && document.activeElement === input && place.childElementCount === 0;
  const remember = (text: string): void => rememberSearch(local, ownerOf(), text);

  async function show(): Promise<void> {
    if (!isWanted() || pastSearches(local, ownerOf()).length === 0) return;
    // Rendered and escaped by our own server.
    const list = await frameFrom(place.getAttribute('src') ?? '');
    // Read again: another tab may have forgotten them meanwhile.
    const past = pastSearches(local, ownerOf());
    if (list === '' || past.length === 0 || !isWanted()) return;
    place.innerHTML = list;
    place.firstElementChild?.prepend(...past.map((text) => rowOf(form, text)));
    place.querySelectorAll('a').forEach((link, at) => (link.id = `${listId}-${at}`));
    input.setAttribute('aria-expanded', 'true');
  }

  // Texts that do not come leave the box as it is.
  const offer = (): void => void show().catch(() => null);
  input.addEventListener('focus', offer);
  // After the suggestions' own: the key that opens the list does not walk in it.
  form.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowDown') offer();
  });
  form.addEventListener('submit', () => remember(input.value));
  place.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.dataset['forget'] !== undefined) {
      event.preventDefault();
      forgetSearches(local, ownerOf());
      place.replaceChildren();
      input.setAttribute('aria-expanded', 'false');
      input.focus();
    } else if (link?.pathname === new URL(form.action).pathname)
      remember(new URL(link.href).searchParams.get('q') ?? '');
  });
  // Its focus is what this was loaded for.
  offer();
}

/** Every search box that has suggestions. */
export function offerPast(): void {
  for (const place of document.querySelectorAll<HTMLElement>('shop-suggest')) {
    const form = place.closest('form');
    const input = form?.querySelector<HTMLInputElement>('input[name=q]');
    if (form && input) offerIn(place, form, input);
  }
}
