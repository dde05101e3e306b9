/** The islands of signed-in customers, in one file, so that guest pages do not download them. */
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
      // The import failed: scanned codes stay in browser storage for the next page.
      () => null,
    );
}
