/**
 * Quantities that are typed on an order sheet or in the cart, and what is typed at checkout, stand there again while they
 * are not sent: with Back and reload, on another page, filter or search of the same list, and when the page is left
 * and come back to. The tab remembers them for each page and customer. What was sent is not remembered.
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
  /** What the page had there. */
  was: string;
  product: string[];
}

/** What is acknowledged at checkout is not typed text: the shop keeps it for the cart that was shown. */
const isOurs = ({ name, form }: Field): boolean =>
  name.startsWith('q.') || (form?.id === 'checkout' && name !== 'mto');
const fields = (): Field[] =>
  [...document.querySelectorAll('main :is(input, select, textarea)')]
    .filter(isTyped)
    .filter(isOurs);
const nameOf = (field: Field): string => field.name + (isTick(field) ? ` ${field.value}` : '');
const defaultOf = (field: Field): string =>
  field instanceof HTMLSelectElement || isTick(field) ? '' : field.defaultValue;

/** Of this customer, page and, at checkout, cart; of a list without what it is narrowed to. */
function placeOf(): string {
  const cart = document.querySelector<HTMLInputElement>('#checkout [name=cart]')?.value;
  const owner = document.querySelector<HTMLElement>('cart-island')?.dataset['owner'];
  return ['kept', owner, location.pathname.replace(/^\/\w\w\//, '/'), cart].join(' ');
}

function note(isSent: boolean): void {
  const kept = (isSent ? [] : fields().filter(isChanged)).map((field): Kept => ({
    ...{ name: nameOf(field), values: valuesOf(field) },
    ...{ was: defaultOf(field), product: productOf(field) },
  }));
  if (kept.length > 0) sessionStorage.setItem(placeOf(), JSON.stringify(kept));
  else sessionStorage.removeItem(placeOf());
}

function giveBack(): void {
  const kept = JSON.parse(sessionStorage.getItem(placeOf()) ?? '[]') as Kept[];
  const sheet = document.querySelector('[data-sheet] > ol');
  for (const { name, values, was, product } of kept) {
    const field = fields().find((one) => nameOf(one) === name);
    if (!field) {
      if (sheet && product.length > 0) addRow(sheet, name, [...values, ...product]);
    } else if (!isChanged(field) && defaultOf(field) === was) fill(field, values);
  }
}

export function keepQuantities(): void {
  try {
    giveBack();
    addEventListener('input', ({ target }) => {
      if (target instanceof Element && isTyped(target) && isOurs(target)) note(false);
    });
    // Where the cart's script takes a form over, it has emptied what it has kept by then.
    addEventListener('submit', (event) => {
      if (event.target instanceof HTMLFormElement && event.target.method === 'post')
        setTimeout(() => note(!event.defaultPrevented));
    });
    // Typed before this was there.
    if (fields().some(isChanged)) note(false);
  } catch {
    // A browser that keeps nothing for the tab.
  }
}
