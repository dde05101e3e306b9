/**
 * What comes with the second page of a visit: the worker, the banners for
 * network and new version, the loading bar, scans into a button. A first page is over before it would have been of use.
 */
import { defineOffline } from '~/storefront/offline/offline-island';
import { watchConnection } from '~/storefront/layout/enhancements/connection';
import { watchLeaving } from '~/storefront/layout/enhancements/loading-bar';
import { carryTyped } from '~/storefront/layout/enhancements/carry-typed';
import { keepTyped } from '~/storefront/layout/enhancements/keep-typed';
import { watchStrayScans } from '~/storefront/layout/enhancements/stray-scan';
import { watchVersion } from '~/storefront/layout/enhancements/new-version';

export { carryTyped, keepTyped };

export function startVisit(): void {
  carryTyped();
  keepTyped();
  watchConnection();
  watchLeaving();
  watchStrayScans();
  defineOffline();
  if (document.querySelector('[data-row]'))
    void import('~/storefront/layout/enhancements/form-rows').then(
      (module) => module.keepFiles(),
      // As without script.
      () => null,
    );
  // Private windows and old browsers refuse; the shop works without.
  void watchVersion().catch(() => null);
}
