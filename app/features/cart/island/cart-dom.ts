/** What the island changes on the page: the header's count and state, rows that wait, short messages. */
import { showState, type BadgeState } from './cart-state';
import type { IslandEdit } from './island-forms';

const find = <T extends Element>(selector: string, root: ParentNode = document): T | null =>
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
  const [first] = shown.childNodes;
  if (first?.nodeType === Node.TEXT_NODE) first.nodeValue = String(count);
  else shown.prepend(String(count));
}

/**
 * Rows of order sheets say how much of them is in the cart: what is known of it, and no less than what the row
 * said before with what was added now. A large cart is known by its sum alone.
 */
export function markInCart(field: string, known: number, added: number, text: string): void {
  const input = find<HTMLElement>(`input[name="${CSS.escape(field)}"]`);
  const stock = input?.closest('.row')?.querySelector('.row-stock');
  if (!stock) return;
  const mark = find<HTMLElement>('.incart', stock) ?? makeIn(stock, 'span', 'incart');
  const quantity = Math.max(known, Number(mark.textContent.replace(/\D/g, '')) + added);
  for (const node of [...mark.childNodes]) if (node.nodeType === Node.TEXT_NODE) node.remove();
  mark.append(text.replace('{pieces}', String(quantity)));
}

/** A line that was taken out: what it was, and the button that brings it back, with the focus (CART-12). */
export function markGone(row: HTMLElement, text: string, undo: string, onUndo: () => void): void {
  const gone = document.createElement('li');
  gone.className = 'row line gone';
  const said = makeIn(gone, 'span', '');
  said.setAttribute('role', 'status');
  const button = makeIn(gone, 'button', 'btn quiet small');
  button.type = 'button';
  button.textContent = undo;
  button.setAttribute('aria-label', `${undo}: ${text}`);
  button.addEventListener('click', () => {
    gone.remove();
    onUndo();
  });
  row.after(gone);
  said.textContent = text;
  button.focus();
}

/** Rows of lines taken out have no likeness in the server's rendering: they move over to it. */
function keepGone(old: Element, fresh: ParentNode): void {
  for (const row of old.querySelectorAll<HTMLElement>('#cart .gone, .cart-gone .gone')) {
    const at = [...(row.parentElement?.querySelectorAll(':scope > li:not([hidden])') ?? [])];
    const place = at.indexOf(row);
    const list =
      find('#cart ol, .cart-gone', fresh) ??
      makeIn(find('.stack', fresh) ?? fresh.children[0] ?? old, 'ol', 'sheet cart-gone');
    list.insertBefore(row, list.children[place] ?? null);
  }
}

/** Lines of the cart page that wait: their new quantity at once, and the word for waiting. */
export function markLines(
  form: HTMLFormElement,
  edits: readonly IslandEdit[],
  targets: ReadonlyMap<string, number>,
  word: string,
): void {
  for (const { field } of edits) {
    const key = field.slice(2);
    const target = targets.get(field) ?? 0;
    const input = form.elements.namedItem(field);
    const shown = form.elements.namedItem(`b.${key}`);
    if (!(input instanceof HTMLInputElement) || !(shown instanceof HTMLInputElement)) continue;
    shown.value = input.value = input.defaultValue = String(target);
    const row = input.closest<HTMLElement>('.row');
    if (!row) continue;
    row.classList.add('is-wait');
    row.hidden = target === 0;
    const sync = find<HTMLElement>('.sync', row);
    if (!sync) continue;
    sync.dataset['state'] = 'pending';
    sync.textContent = word;
  }
}

/** Field of a line that is on its way back: it has the focus once the line is there. */
let awaited: string | null = null;

export function focusWhenBack(field: string): void {
  awaited = field;
}

const spoken = (root: ParentNode): Element[] => [
  ...root.querySelectorAll('.notice[role], .notice[data-said]'),
];

/** Replaces the cart by the server's rendering; keeps the focus and the quantities typed since. */
export function swapCart(html: string): void {
  const old = document.getElementById('cart-view');
  // Lines to correct stay until the form is sent: the server's rendering does not know them.
  if (!old || old.querySelector('[aria-invalid]')) return;
  const active = document.activeElement;
  const focused = active && old.contains(active) ? active : null;
  const name = focused?.getAttribute('name') ?? (active === document.body ? awaited : null);
  const value = focused instanceof HTMLButtonElement ? focused.value : null;
  const said = new Set(spoken(old).map(({ textContent }) => textContent));
  const fresh = document.createElement('template');
  fresh.innerHTML = html;
  // What has been read out once is not read out again with every answer (P-86).
  for (const element of spoken(fresh.content)) {
    if (!said.has(element.textContent)) continue;
    element.removeAttribute('role');
    element.setAttribute('data-said', '');
  }
  const gone = focused?.closest('.gone') ? focused : null;
  keepGone(old, fresh.content);
  old.replaceWith(fresh.content);
  // Quantities that were typed and not sent.
  for (const one of old.querySelectorAll<HTMLInputElement>('.qty')) {
    const same = document.getElementsByName(one.name)[0] as HTMLInputElement | undefined;
    if (same && one.value !== one.defaultValue) same.value = one.value;
  }
  if (gone instanceof HTMLElement) gone.focus({ preventScroll: true });
  if (!name) return;
  const again = [...document.getElementsByName(name)].find(
    (element) => value === null || (element as HTMLButtonElement).value === value,
  );
  if (again) awaited = null;
  again?.focus({ preventScroll: true });
}

/** The one place that says where the cart stands, for those who do not see the header; empty at first. */
export function liveRegion(): HTMLElement {
  const region = makeIn(document.body, 'p', 'vh');
  region.setAttribute('role', 'status');
  return region;
}

/** Where short messages stand. Made before there is one: what comes together with its place is not read out. */
export function toastBox(): HTMLElement {
  const box = find<HTMLElement>('.toasts') ?? makeIn(document.body, 'div', 'toasts');
  box.setAttribute('role', 'status');
  return box;
}

const toastMs = 5_000;

/** A short message at the lower right, gone after five seconds. */
export function toast(
  text: string,
  link: { href: string; text: string },
  { stays = false } = {},
): void {
  const one = makeIn(toastBox(), 'div', 'toast');
  const words = makeIn(one, 'p', '');
  words.append(`${text} `);
  const anchor = makeIn(words, 'a', '');
  anchor.href = link.href;
  anchor.textContent = link.text;
  if (!stays) setTimeout(() => one.remove(), toastMs);
}
