/**
 * What comes with the second page of a visit: the worker, the banners for
 * network and new version, the loading bar, scans into a button. A first page is over before it would have been of use.
 */
import { defineOffline } from '~/features/offline/offline-island';
import { watchConnection } from '~/features/layout/enhancements/connection';
import { watchLeaving } from '~/features/layout/enhancements/loading-bar';
import { carryTyped } from '~/features/layout/enhancements/carry-typed';
import { keepTyped } from '~/features/layout/enhancements/keep-typed';
import { watchStrayScans } from '~/features/layout/enhancements/stray-scan';
import { watchVersion } from '~/features/layout/enhancements/new-version';

export { carryTyped, keepTyped };

export function startVisit(): void {
  carryTyped();
  keepTyped();
  watchConnection();
  watchLeaving();
  watchStrayScans();
  defineOffline();
  if (document.querySelector('[data-row]'))
    void import('~/features/layout/enhancements/form-rows').then(
      (module) => module.keepFiles(),
      // As without script.
      () => null,
    );
  // Private windows and old browsers refuse; the shop works without.
  void watchVersion().catch(() => null);
}
