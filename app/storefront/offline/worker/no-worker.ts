/**
 * What `/sw.js` is while OFFLINE_PAGES is off: takes the place of the worker that a browser has, removes
 * everything it kept and then itself. Pages that are open are left alone.
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
