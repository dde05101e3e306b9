/**
 * The whole client: custom elements that enhance forms the server has rendered. Nothing is hydrated. This
 * file knows when each of them is wanted; a page that is only read loads no more than it, and a first page
 * nothing of what serves a longer visit.
 */
import { guardSession } from '~/account/dashboard/session/session-loader';
import { watchDisplayTimes } from '~/storefront/layout/enhancements/display-time';
import { watchCart } from '~/ordering/cart/island/cart-loader';
import { watchSearch } from '~/storefront/search/typing/search-loader';
import { isAble } from '~/base/page/document/able';
import { watchSheet } from '~/base/page/document/later-sheet';
import { islandWords } from '~/base/i18n/island-words';

// What is taken out of a module before it is there costs each page some bytes: `module.name` costs none.
watchSearch(() =>
  import('~/storefront/search/typing/autocomplete-island').then((module) =>
    module.defineAutocomplete(),
  ),
);

/** A page works without it. */
const optional = (enhancement: Promise<unknown>): void => void enhancement.catch(() => null);

const island = document.querySelector<HTMLElement>('cart-island');
const loadCustomer = async (): Promise<void> => {
  try {
    const [customer, words] = await Promise.all([
      import('./entry.customer'),
      islandWords(document.documentElement.lang),
    ]);
    customer.defineCustomerIslands(words);
  } catch (error) {
    // Where neither comes, the forms of the page work as they are.
    optional(import('~/base/page/document/script-guard').then((module) => module.reloadOnce()));
    throw error;
  }
};
if (isAble) {
  if (island) watchCart(island, loadCustomer);
  else if (document.querySelector('shop-session')) void loadCustomer();
}
guardSession();
watchSheet();
watchDisplayTimes();
if (document.querySelector('[data-copy],[data-filters],#cart-waits,.file'))
  optional(import('./entry.some').then((module) => module.enhanceSome(isAble)));

// A menu of the header closes as a popover does: by Escape, or by a press beside it.
const closeMenus = ({ key, target }: { key?: string; target: EventTarget | null }): void => {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('[name=top][open]'))
    if (key ? key === 'Escape' : !menu.contains(target as Node)) {
      menu.open = false;
      if (key) menu.querySelector('summary')?.focus();
    }
};
addEventListener('click', closeMenus);
addEventListener('keydown', closeMenus);

const again = () => import('./entry.again');
// What was typed goes along to another language: the press waits for what carries it. Should that not come, the next
// press does not wait.
const switchLater = (event: MouseEvent): void => {
  event.preventDefault();
  optional(again().then((module) => module.carryTyped(event)));
};
addEventListener(
  'input',
  () =>
    document
      .querySelector<HTMLElement>('.lang')
      ?.addEventListener('click', switchLater, { once: true }),
  { once: true },
);

const isVisit = document.referrer.startsWith(location.origin);
if (import.meta.env.PROD && (isVisit || navigator.serviceWorker?.controller)) {
  // A module runs before that. Nothing on the page waits for it: no reason to load the page again.
  addEventListener('load', () => optional(again().then((module) => module.startVisit())));
} else if (document.querySelector('[data-keeps],main [name=cart]')) {
  // What is typed on the first list of a visit, or into its cart, is kept too.
  addEventListener('input', () => optional(again().then((module) => module.keepTyped())), {
    once: true,
  });
}
