/**
 * What comes with the second page of a visit (docs/decisions/012-offline.md): the worker, the strips for
 * network and new version, the loading bar. A first page is over before it would have been of use.
 */
import { defineOffline } from '~/features/offline/offline-island';
import { watchConnection } from '~/features/frame/visit/connection';
import { watchLeaving } from '~/features/frame/visit/loading-bar';
import { watchVersion } from '~/features/frame/visit/new-version';

export function startVisit(): void {
  watchConnection();
  watchLeaving();
  defineOffline();
  // Private windows and old browsers refuse; the shop works without.
  void watchVersion().catch(() => null);
}
