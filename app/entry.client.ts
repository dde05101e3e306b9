/**
 * The whole client: custom elements that enhance forms the server has rendered. Nothing is hydrated. This
 * file knows when each of them is wanted; a page that is only read loads no more than it.
 */
import { guardSession } from '~/features/account/session/session-door';
import { watchCart } from '~/features/cart/island/cart-door';
import { watchSearch } from '~/features/search/typing/search-door';
import { islandWords } from '~/i18n/island-words';

watchSearch(async () => {
  const { defineAutocomplete } = await import('~/features/search/typing/autocomplete-island');
  defineAutocomplete();
});

const island = document.querySelector<HTMLElement>('cart-island');
const loadCustomer = async (): Promise<void> => {
  const [{ defineCustomerIslands }, words] = await Promise.all([
    import('./entry.customer'),
    islandWords(document.documentElement.lang),
  ]);
  defineCustomerIslands(words);
};
if (island) watchCart(island, loadCustomer);
else if (document.querySelector('shop-session')) void loadCustomer();
guardSession();
