/**
 * The client entry: it loads the custom elements that enhance server-rendered forms. Nothing is hydrated. This file
 * decides when to load each enhancement: a page without forms loads no other script, and the first page of a visit
 * loads nothing that serves only longer visits.
 */
import { guardSession } from '~/account/dashboard/session/session-loader';
import { watchDisplayTimes } from '~/storefront/layout/enhancements/display-time';
import { watchCart } from '~/ordering/cart/island/cart-loader';
import { watchSearch } from '~/storefront/search/typing/search-loader';
import { isAble } from '~/base/page/document/able';
import { watchSheet } from '~/base/page/document/later-sheet';
import { islandWords } from '~/base/i18n/island-words';

// `module.name` instead of destructuring: destructuring a dynamic import adds bytes to every page.
watchSearch(() =>
  import('~/storefront/search/typing/autocomplete-island').then((module) =>
    module.defineAutocomplete(),
  ),
);

/** Ignores the error of an enhancement that fails to load: the page works without it. */
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
    // When neither file loads, the forms of the page work without script.
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
if (document.querySelector('#cart-waits,.file,.ad,[data-copy],[data-filters]'))
  optional(import('./entry.some').then((module) => module.enhanceSome(isAble)));

// Closes the open menus of the header as a popover would: on Escape, or on a click outside them.
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
// Form input is carried over to the page in the other language, so the click waits for the script that carries it. If
// that script fails to load, the next click navigates normally.
const switchLater = (event: MouseEvent): void => {
  event.preventDefault();
  optional(again().then((module) => module.carryInput(event)));
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
  // Module scripts run before `load`. Nothing on the page waits for these enhancements, so a failure does not reload
  // the page.
  addEventListener('load', () => optional(again().then((module) => module.startVisit())));
} else if (document.querySelector('[data-keeps],main [name=cart]')) {
  // Form input on the first list of a visit, or in its cart, is stored too.
  addEventListener('input', () => optional(again().then((module) => module.keepInput())), {
    once: true,
  });
}
