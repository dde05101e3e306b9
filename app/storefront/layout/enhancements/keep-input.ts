/**
 * Restores typed quantities of product lists and cart, and typed checkout fields, until the customer submits them:
 * after Back, reload, another view of the list, or a visit to any page of the shop. Session storage holds them per
 * customer, and sign-out removes them. Browsers do not restore fields with autocomplete off.
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
} from './carry-input';

interface Kept {
  name: string;
  values: string[];
  /**
   * The value that the page showed when the customer typed. If the page now shows another value, that one is newer and
   * stays.
   */
  was: string;
  product: string[];
}

const prefix = 'kept:';
const valueIn = (selector: string): string | undefined =>
  document.querySelector<HTMLInputElement>(selector)?.value;
const owner = (): string | undefined =>
  document.querySelector<HTMLElement>('cart-island')?.dataset['owner'];

/**
 * Session storage key of this page, per customer. All product lists share one key; any other page has a key with its
 * path and the cart that it shows.
 */
function placeOf(): string {
  const list = document.querySelector('[data-keeps=lists]') && 'lists';
  const path = list ?? location.pathname.replace(/^\/\w\w\//, '');
  return [prefix + owner(), path, valueIn('main [name=cart]')].join(' ');
}

/**
 * True for form fields that this script stores. An acknowledgement at checkout applies only to what that page showed,
 * so the shop itself stores it.
 */
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
      name: nameOf(field),
      values: valuesOf(field),
      was: shownIn(field),
      product: productOf(field),
    }));
  // Values that were typed on another page of the same product list; that page will restore them.
  const elsewhere = kept().filter(({ name }) => !find(name));
  sessionStorage.setItem(placeOf(), JSON.stringify([...elsewhere, ...typed]));
}

/**
 * True if a link opened the page. A product list opened by a link proposes its quantities again, even where the
 * customer had emptied the quantity field before.
 */
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

export function keepInput(): void {
  try {
    const own = prefix + owner();
    if (owner()) forget((key) => !key.startsWith(own));
    giveBack();
    // Stores what the customer typed before this script was loaded.
    if (fields().some(isChanged)) note();
  } catch {
    // Without session storage, the links of the list submit the form with its quantities to the shop.
    return;
  }
  addEventListener('input', ({ target }) => {
    if (target instanceof Element && isTyped(target) && isOurs(target)) note();
  });
  addEventListener('submit', (event) => {
    const { target: form } = event;
    if (!(form instanceof HTMLFormElement) || form.method !== 'post') return;
    // Wait for the cart script: if it handled the form, it has cleared the quantity fields by then.
    setTimeout(() => {
      const isSent = !event.defaultPrevented;
      if (isSent && 'signOut' in form.dataset) forget(() => true);
      else note(isSent ? form : undefined);
    });
  });
  // Follows the links of the list without submitting their form, because session storage holds the typed values.
  addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    const way = target instanceof Element && target.closest<HTMLButtonElement>('button[name=to]');
    // A form that edits a stored record (hidden field `was`) submits as without script, because the server detects
    // concurrent changes.
    if (!way || way.form?.querySelector('[name=was]') || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    location.assign(way.value);
  });
}
