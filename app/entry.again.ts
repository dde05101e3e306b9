/**
 * Enhancements that load from the second page of a visit: the service worker, the banners for lost network and new
 * versions, the loading bar, and the guard against scans into a button. On the first page of a visit they would load
 * too late to be useful.
 */
import { defineOffline } from '~/storefront/offline/offline-island';
import { watchConnection } from '~/storefront/layout/enhancements/connection';
import { watchLeaving } from '~/storefront/layout/enhancements/loading-bar';
import { carryInput } from '~/storefront/layout/enhancements/carry-input';
import { keepInput } from '~/storefront/layout/enhancements/keep-input';
import { watchStrayScans } from '~/storefront/layout/enhancements/stray-scan';
import { watchVersion } from '~/storefront/layout/enhancements/new-version';

export { carryInput, keepInput };

export function startVisit(): void {
  carryInput();
  keepInput();
  watchConnection();
  watchLeaving();
  watchStrayScans();
  defineOffline();
  if (document.querySelector('[data-row]'))
    void import('~/storefront/layout/enhancements/form-rows').then(
      (module) => module.keepFiles(),
      // Without this script the page keeps its behaviour without script.
      () => null,
    );
  // Private windows and old browsers reject service workers; the shop works without one.
  void watchVersion().catch(() => null);
}
