/** The islands of a customer's pages, in one file: a visitor's page does not pay for them. */
import { defineSession } from '~/account/dashboard/session/session-island';
import { defineCart } from '~/ordering/cart/island/cart-island';
import { usableStorage } from '~/ordering/cart/island/island-host';
import { CartQueue } from '~/ordering/cart/queue/cart-queue';
import type { IslandWords } from '~/base/i18n/island-words';

export function defineCustomerIslands(words: IslandWords): void {
  defineCart(words.cart);
  defineSession(words.session);
  const scan = document.querySelector<HTMLFormElement>('[data-scan]');
  if (scan)
    void import('~/ordering/quick-order/scan/scan-island').then(
      (module) => module.startScanning(scan, words.cart, usableStorage(), CartQueue),
      // It did not come: what was scanned stays in the browser for the next page.
      () => null,
    );
}
