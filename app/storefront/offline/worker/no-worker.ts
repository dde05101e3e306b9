/**
 * `/sw.js` while OFFLINE_PAGES is off: replaces the browser's worker, deletes everything it stored, and then
 * unregisters itself. Open pages are left alone.
 */
import { cachePrefix } from '../keeping';
import { ownDatabase } from '../own-pages';
import type { WorkerScope } from './scope';

declare const self: WorkerScope;

async function leave(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix));
  await Promise.all(names.map((name) => caches.delete(name)));
  indexedDB.deleteDatabase(ownDatabase);
  await self.registration.unregister();
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(leave()));
