/** What the island changes on the page: the header's count and state, rows that wait, short messages. */
import { showState, type BadgeState } from './cart-state';
import type { CartInView } from '../queue/cart-queue';
import type { LineKey } from '../transaction';
import { cartLines } from './island-forms';

export const find = <T extends Element>(selector: string, root: ParentNode = document): T | null =>
  root.querySelector<T>(selector);

function makeIn<Tag extends keyof HTMLElementTagNameMap>(
  parent: Element,
  tag: Tag,
  className: string,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  parent.append(element);
  return element;
}

/** Header: pieces in the cart, and where it stands with the ERP. */
export function showBadge(count: number, state: BadgeState, word: string): void {
  const badge = find<HTMLElement>('[data-cart-badge]');
  if (!badge) return;
  showState(state, word);
  const known = find<HTMLElement>('.count', badge);
  const shown = count > 0 ? (known ?? makeIn(badge, 'span', 'count')) : known;
  if (!shown) return;
  shown.hidden = count <= 0;
  // Not by its text: a translator in the browser puts texts into elements of its own.
  shown.replaceChildren(String(count), ...shown.querySelectorAll('.vh'));
}

/**
 * Rows of order sheets say how much of them is in the cart: what was known of it, no less than the row said, and what was
 * added now. A large cart is known by its sum alone.
 */
export function markInCart(
  field: HTMLInputElement,
  known: number,
  added: number,
  text: string,
): void {
  const stock = field.closest('.row')?.querySelector('.row-stock');
  if (!stock) return;
  const mark = find<HTMLElement>('.incart', stock) ?? makeIn(stock, 'span', 'incart');
  const quantity = Math.max(known, Number(mark.textContent.replace(/\D/g, ''))) + added;
  mark.replaceChildren(...mark.querySelectorAll('svg'), text.replace('{pieces}', String(quantity)));
}

/** A line that was taken out: what it was, and the button that brings it back, as the shop draws it (`TakenOutLine`). */
export function markGone(
  row: HTMLElement,
  text: string,
  undo: string,
  [value, key, pieces]: readonly [uuid: string, key: LineKey, pieces: number],
): HTMLElement {
  const gone = document.createElement('li');
  gone.className = 'row line gone';
  // The focus comes to the button, whose name says it aloud.
  makeIn(gone, 'span', '').textContent = text;
  const button = makeIn(gone, 'button', 'btn quiet small');
  button.name = 'back';
  button.value = value;
  button.dataset['lineKey'] = key;
  button.dataset['pieces'] = String(pieces);
  button.textContent = undo;
  button.setAttribute('aria-label', `${undo}: ${text}`);
  row.after(gone);
  return button;
}

/** Quantities that the cart page shows, by line; null on any other page. */
export const shownQuantities = (): Map<LineKey, number> | null =>
  find('#cart-view') && new Map(cartLines().map(({ key, shown }) => [key, Number(shown.value)]));

/** In the field under the hands the next key does what it would have done `before`: a 6 over a selected 5 is no 65. */
function setValue(field: HTMLInputElement, value: string, before = field): void {
  const { selectionStart: start, selectionEnd: end, value: old } = before;
  field.value = value;
  if (field !== document.activeElement) return;
  if (old === value) field.setSelectionRange(start, end);
  else if (start !== end) field.select();
}

/** The cart page as it is by now, whichever tab has changed it. What is typed stays. */
export function showLines({ lines, pieces, pending }: CartInView): void {
  for (const { key, field, shown } of cartLines()) {
    const row = field.closest<HTMLElement>('.row');
    if (!row || pending.get(key)) continue;
    const now = String(lines.get(key) ?? 0);
    if (field.value === shown.value) setValue(field, now);
    shown.value = field.defaultValue = now;
    row.hidden = now === '0';
    const sync = find<HTMLElement>('.sync', row);
    if (!sync || !pending.has(key)) continue;
    row.classList.add('is-wait');
    sync.dataset['state'] = 'pending';
    sync.textContent = String(field.form?.dataset['waiting']);
  }
  // In the heading, in the words that the page came with.
  const count = { lines: document.querySelectorAll('[data-line]:not([hidden])').length, pieces };
  for (const [of, number] of Object.entries(count)) {
    const shown = find<HTMLElement>(`#cart-${of}`);
    const words = String(shown?.dataset[number > 1 ? 'more' : number ? 'one' : 'none']);
    shown?.replaceChildren(words.replace(/\d+/, String(number)));
  }
}

/** The browser says at the field that its quantity is none: true. Nothing waits for it to be mended (`noValidate`). */
export function refuse(field: HTMLInputElement, text: string): boolean {
  field.setCustomValidity(text);
  field.oninput = () => field.setCustomValidity('');
  return !field.reportValidity();
}

/** Arrow keys are the island's own (`CartForms`): the page speaks of them where it is at work, and not on a phone. */
export function showArrows(): void {
  for (const hint of document.querySelectorAll<HTMLElement>('[data-arrows]'))
    hint.hidden = !matchMedia('(pointer:fine)').matches;
}

/** Field of a line that is on its way back: it has the focus once the line is there. */
let awaited: string | null = null;

export function focusWhenBack(field: string): void {
  awaited = field;
}

const spoken = (root: ParentNode): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>('[data-said]'),
];

/** Replaces the cart by the server's rendering; keeps the focus and the quantities typed since. */
export function swapCart(html: string): void {
  const old = find('#cart-view');
  // Lines to correct stay until the form is sent: the server's rendering does not know them.
  if (!old || old.querySelector('[data-wrong]')) return;
  const active = document.activeElement;
  const focused = active && old.contains(active) ? active : null;
  const name = focused?.getAttribute('name') ?? (active === document.body ? awaited : null);
  const said = new Set(spoken(old).map(({ dataset }) => dataset['said']));
  const fresh = document.createElement('template');
  fresh.innerHTML = html;
  // What has been read out once is not read out again with every answer (P-86). Not by its text, which a translator in
  // the browser has changed.
  for (const element of spoken(fresh.content))
    if (said.has(element.dataset['said'])) element.removeAttribute('role');
  old.replaceWith(fresh.content);
  showArrows();
  // Quantities that were typed and not sent.
  for (const one of old.querySelectorAll<HTMLInputElement>('.qty')) {
    const same = document.getElementsByName(one.name)[0] as HTMLInputElement | undefined;
    if (same && one.value !== one.defaultValue) same.value = one.value;
  }
  if (!name) return;
  const again = [...document.getElementsByName(name)].find(
    (one) => !(focused instanceof HTMLButtonElement) || one.getAttribute('value') === focused.value,
  );
  if (again) awaited = null;
  again?.focus({ preventScroll: true });
  if (again instanceof HTMLInputElement && focused instanceof HTMLInputElement)
    setValue(again, again.value, focused);
}

const toastMs = 5_000;

let passing: Element | undefined;

/** A short message at its place in the page (`Toasts`), gone after five seconds or with the next one. */
export function toast(
  text: string,
  href: string | undefined,
  linkText: string,
  stays = false,
): Element {
  passing?.remove();
  const one = makeIn(find('.toasts') ?? document.body, 'div', 'toast');
  const words = makeIn(one, 'p', '');
  words.append(`${text} `);
  const anchor = makeIn(words, 'a', '');
  anchor.href = href ?? '';
  anchor.textContent = linkText;
  if (!stays) {
    passing = one;
    setTimeout(() => one.remove(), toastMs);
  }
  return one;
}
