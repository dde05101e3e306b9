/**
 * DOM changes of the cart island, the client script of the cart: count and sync state in the header, waiting lines,
 * short messages.
 */
import { showState, type BadgeState } from './cart-state';
import type { CartInView } from '../queue/cart-queue';
import type { LineKey } from '../transaction';
import { cartLines } from './island-forms';

export const find = <T extends Element>(selector: string, root: ParentNode = document): T | null =>
  root.querySelector<T>(selector);

/** Formats a number in the page's language, as the server does. */
export const inDigits = (number: number): string =>
  number.toLocaleString(document.documentElement.lang);

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

/** Updates the header: pieces in the cart, and its sync state. */
export function showBadge(count: number, state: BadgeState, word: string): void {
  const badge = find<HTMLElement>('[data-cart-badge]');
  if (!badge) return;
  showState(state, word);
  const known = find<HTMLElement>('.count', badge);
  const shown = count > 0 ? (known ?? makeIn(badge, 'span', 'count')) : known;
  if (!shown) return;
  shown.hidden = count <= 0;
  // Replace nodes and do not set `textContent`: browser translation wraps texts in elements of its own.
  shown.replaceChildren(inDigits(count), ...shown.querySelectorAll('.vh'));
}

/**
 * Updates the 'in cart' mark of an order sheet's row: the larger of the known quantity and the displayed one, plus the
 * pieces just added. Of a large cart the browser knows only the total number of pieces, so it uses the displayed
 * quantity.
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
  mark.replaceChildren(
    ...mark.querySelectorAll('svg'),
    text.replace('{pieces}', inDigits(quantity)),
  );
}

/** Displays a removed cart line with its undo button, in the same markup as the server's (`TakenOutLine`). */
export function markGone(
  row: HTMLElement,
  text: string,
  undo: string,
  [value, key, pieces]: readonly [uuid: string, key: LineKey, pieces: number],
): HTMLElement {
  const gone = document.createElement('li');
  gone.className = 'row line gone';
  // The focus moves to the undo button, so that a screen reader announces its label.
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

/** Quantities displayed on the cart page, by cart line; null on other pages. */
export const shownQuantities = (): Map<LineKey, number> | null =>
  find('#cart-view') && new Map(cartLines().map(({ key, shown }) => [key, Number(shown.value)]));

/**
 * Sets a field's value. In the focused field it preserves the selection, so that a 6 typed over a selected 5 does not
 * become 65.
 */
function setValue(field: HTMLInputElement, value: string, before = field): void {
  const { selectionStart: start, selectionEnd: end, value: old } = before;
  field.value = value;
  if (field !== document.activeElement) return;
  if (old === value) field.setSelectionRange(start, end);
  else if (start !== end) field.select();
}

/** Updates the cart page to the current cart, also after edits in another tab. Unsubmitted input stays. */
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
  // The heading's counts of lines and pieces use the singular and plural texts that came with the page.
  const count = { lines: document.querySelectorAll('[data-line]:not([hidden])').length, pieces };
  for (const [of, number] of Object.entries(count)) {
    const shown = find<HTMLElement>(`#cart-${of}`);
    const words = String(shown?.dataset[number > 1 ? 'more' : number ? 'one' : 'none']);
    shown?.replaceChildren(words.replace(/\d+/, inDigits(number)));
  }
}

/**
 * Displays an error at a field with an invalid quantity; returns true if it did. The form stays submittable
 * (`noValidate`).
 */
export function refuse(field: HTMLInputElement, text: string): boolean {
  field.setCustomValidity(text);
  field.oninput = () => field.setCustomValidity('');
  return !field.reportValidity();
}

/** Shows the hint about arrow keys (`CartForms`), except on touch devices. */
export function showArrows(): void {
  for (const hint of document.querySelectorAll<HTMLElement>('[data-arrows]'))
    hint.hidden = !matchMedia('(pointer:fine)').matches;
}

/** Name of the quantity field of a restored line: it gets the focus once the line is rendered. */
let awaited: string | null = null;

export function focusWhenBack(field: string): void {
  awaited = field;
}

const spoken = (root: ParentNode): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>('[data-said]'),
];

/** Replaces the cart with the server's markup; preserves the focus and unsubmitted quantities. */
export function swapCart(html: string): void {
  const old = find('#cart-view');
  // While a line has an error, keep the old markup until the form is sent: the server's markup does not contain the
  // error.
  if (!old || old.querySelector('[data-wrong]')) return;
  const active = document.activeElement;
  const focused = active && old.contains(active) ? active : null;
  const name = focused?.getAttribute('name') ?? (active === document.body ? awaited : null);
  const said = new Set(spoken(old).map(({ dataset }) => dataset['said']));
  const fresh = document.createElement('template');
  fresh.innerHTML = html;
  // Do not announce a message again with every response (P-86). Compare `data-said`, because browser translation
  // changes the displayed texts.
  for (const element of spoken(fresh.content))
    if (said.has(element.dataset['said'])) element.removeAttribute('role');
  old.replaceWith(fresh.content);
  showArrows();
  // Restore quantities that were entered but not submitted.
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

/**
 * Displays a short message (`Toasts`) for five seconds, or until the next one. `stays`: until the caller removes it.
 */
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
