/**
 * The whole client: custom elements that enhance forms the server has rendered. Nothing is hydrated. The
 * cart's queue comes only to customers; a visitor's page does not pay for it.
 */
import { defineAutocomplete } from '~/features/search/autocomplete-island';

defineAutocomplete();

if (document.querySelector('cart-island')) {
  void import('~/features/cart/cart-island').then(({ defineCart }) => defineCart());
}
