/**
 * Quantities that are typed on a list or in the cart, and what is typed at checkout, stand there again until they are
 * sent: with Back and reload, in another view of the list, and on the way back from any page of the shop.
 * The tab remembers them for the customer, and forgets them with the sign-out. Browsers would put
 * nothing back into fields that they may not complete.
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
  /** What the page had there: where it has something else by now, that is newer. */
  was: string;
  product: string[];
}

const prefix = 'kept:';
const valueIn = (selector: string): string | undefined =>
  document.querySelector<HTMLInputElement>(selector)?.value;
const owner = (): string | undefined =>
  document.querySelector<HTMLElement>('cart-island')?.dataset['owner'];

/** Of this customer: all product lists together, any other page by its path, for the cart that it shows. */
function placeOf(): string {
  const list = document.querySelector('[data-keeps=lists]') && 'lists';
  const path = list ?? location.pathname.replace(/^\/\w\w\//, '');
  return [prefix + owner(), path, valueIn('main [name=cart]')].join(' ');
}

/** What is acknowledged at checkout holds for what was shown there: the shop keeps that, and knows. */
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
  // Of another page of the list, which comes with it filled in.
  const elsewhere = kept().filter(({ name }) => !find(name));
  sessionStorage.setItem(placeOf(), JSON.stringify([...elsewhere, ...typed]));
}

/** Opened anew by a link, a list that proposes quantities proposes them again: emptied ones were added, or not wanted then. */
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
    // Typed before this was there.
    if (fields().some(isChanged)) note();
  } catch {
    // A browser that keeps nothing for the tab: such links send their form.
    return;
  }
  addEventListener('input', ({ target }) => {
    if (target instanceof Element && isTyped(target) && isOurs(target)) note();
  });
  addEventListener('submit', (event) => {
    const { target: form } = event;
    if (!(form instanceof HTMLFormElement) || form.method !== 'post') return;
    // Where the cart's script takes a form over, it has emptied what it has kept by then.
    setTimeout(() => {
      const isSent = !event.defaultPrevented;
      if (isSent && 'signOut' in form.dataset) forget(() => true);
      else note(isSent ? form : undefined);
    });
  });
  // What is typed is kept here, so it need not go by way of the shop.
  addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    const way = target instanceof Element && target.closest<HTMLButtonElement>('button[name=to]');
    // A form about a record goes there as without script: its shop knows what others have saved meanwhile.
    if (!way || way.form?.querySelector('[name=was]') || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    location.assign(way.value);
  });
}
