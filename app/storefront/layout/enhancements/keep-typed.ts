/**
 * Restores typed quantities of lists and cart, and checkout fields, until they are sent. This covers Back, reload,
 * another view of the list, and the return from any page of the shop. The tab stores them per customer, and sign-out
 * removes them. Browsers do not restore fields with autocomplete off.
 */
import {
  addRow,
  fill,
  isChanged,
  isTick,
  isTyped,
  productOf,
  valuesOf,
  type Field,
} from './carry-typed';

interface Kept {
  name: string;
  values: string[];
  /** The page's own value at that time. If the page now has another value, that one is newer. */
  was: string;
  product: string[];
}

const prefix = 'kept:';
const valueIn = (selector: string): string | undefined =>
  document.querySelector<HTMLInputElement>(selector)?.value;
const owner = (): string | undefined =>
  document.querySelector<HTMLElement>('cart-island')?.dataset['owner'];

/** Storage key per customer: all product lists share one; any other page has its path, and the cart it shows. */
function placeOf(): string {
  const list = document.querySelector('[data-keeps=lists]') && 'lists';
  const path = list ?? location.pathname.replace(/^\/\w\w\//, '');
  return [prefix + owner(), path, valueIn('main [name=cart]')].join(' ');
}

/** An acknowledgement at checkout applies only to what was shown there, so the shop stores it itself. */
const isOurs = ({ name, form }: Field): boolean =>
  name.startsWith('q.') || (form?.id === 'checkout' && name !== 'mto');
const fields = (): Field[] =>
  [...document.querySelectorAll('main :is(input, select, textarea)')]
    .filter(isTyped)
    .filter(isOurs);
const nameOf = (field: Field): string => field.name + (isTick(field) ? ` ${field.value}` : '');
const shownIn = (field: Field): string =>
  field instanceof HTMLSelectElement || isTick(field) ? '' : field.defaultValue;
const find = (wanted: string): Field | undefined => fields().find((one) => nameOf(one) === wanted);

const kept = (): Kept[] => JSON.parse(sessionStorage.getItem(placeOf()) ?? '[]') as Kept[];

function note(sent?: HTMLFormElement): void {
  const typed = fields()
    .filter((field) => field.form !== sent && isChanged(field))
    .map((field): Kept => ({
      ...{ name: nameOf(field), values: valuesOf(field) },
      ...{ was: shownIn(field), product: productOf(field) },
    }));
  // Values of another page of the list, which that page will restore.
  const elsewhere = kept().filter(({ name }) => !find(name));
  sessionStorage.setItem(placeOf(), JSON.stringify([...elsewhere, ...typed]));
}

/** A list opened by a link proposes its quantities again: emptied ones were added before, or were not wanted then. */
const isOpenedAnew = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((one) => 'type' in one && one.type === 'navigate');

function giveBack(): void {
  const sheet = document.querySelector('[data-keeps] > ol');
  const isAnew = isOpenedAnew();
  for (const { name, values, was, product } of kept()) {
    if (isAnew && name.startsWith('q.') && !values[0]) continue;
    const field = find(name);
    if (field) {
      if (!isChanged(field) && shownIn(field) === was) fill(field, values);
    } else if (sheet && values[0] && product.length > 0)
      addRow(sheet, name, [...values, ...product]);
  }
}

function forget(isOthers: (key: string) => boolean): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && isOthers(key)) sessionStorage.removeItem(key);
}

export function keepTyped(): void {
  try {
    const own = prefix + owner();
    if (owner()) forget((key) => !key.startsWith(own));
    giveBack();
    // The customer typed before this script was loaded.
    if (fields().some(isChanged)) note();
  } catch {
    // Without tab storage, the list's links submit their form.
    return;
  }
  addEventListener('input', ({ target }) => {
    if (target instanceof Element && isTyped(target) && isOurs(target)) note();
  });
  addEventListener('submit', (event) => {
    const { target: form } = event;
    if (!(form instanceof HTMLFormElement) || form.method !== 'post') return;
    // If the cart script has handled the form, it has by then cleared the fields that it stored.
    setTimeout(() => {
      const isSent = !event.defaultPrevented;
      if (isSent && 'signOut' in form.dataset) forget(() => true);
      else note(isSent ? form : undefined);
    });
  });
  // The browser stores the typed values, so the link need not submit them to the shop.
  addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    const way = target instanceof Element && target.closest<HTMLButtonElement>('button[name=to]');
    // The form of a record submits as without script, because the server detects changes by others.
    if (!way || way.form?.querySelector('[name=was]') || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    location.assign(way.value);
  });
}
