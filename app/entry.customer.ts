/** The islands of a customer's pages, in one file: a visitor's page does not pay for them. */
import { defineSession } from '~/features/account/session/session-island';
import { defineCart } from '~/features/cart/island/cart-island';
import type { IslandWords } from '~/i18n/island-words';

export function defineCustomerIslands(words: IslandWords): void {
  defineCart(words.cart);
  defineSession(words.session);
}
