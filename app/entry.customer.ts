/** The islands of a customer's pages, in one file: a visitor's page does not pay for them. */
import { defineSession } from '~/features/account/session/session-island';
import { defineCart } from '~/features/cart/island/cart-island';
import { usableStorage } from '~/features/cart/island/island-host';
import { CartQueue } from '~/features/cart/queue/cart-queue';
import type { IslandWords } from '~/i18n/island-words';

export function defineCustomerIslands(words: IslandWords): void {
  defineCart(words.cart);
  defineSession(words.session);
  const scan = document.querySelector<HTMLFormElement>('[data-scan]');
  if (scan)
    void import('~/features/quick-order/scan/scan-island').then(
      (module) => module.startScanning(scan, words.cart, usableStorage(), CartQueue),
      // It did not come: what was scanned stays in the browser for the next page.
      () => null,
    );
}
