/**
 * The whole client: custom elements that enhance forms the server has rendered. Nothing is hydrated. The
 * cart's queue and the watch over the session come only to customers; a visitor's page does not pay for them.
 */
import { defineAutocomplete } from '~/features/search/typing/autocomplete-island';

defineAutocomplete();

if (document.querySelector('cart-island, shop-session')) {
  void import('./entry.customer').then(({ defineCustomerIslands }) => defineCustomerIslands());
}
