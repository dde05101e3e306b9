/**
 * Registers the service worker and announces its updates. A new version takes over at once, because no page depends on
 * the worker's version. The open page stays until the customer presses "reload" (PWA-02).
 */
import type { PageSeen } from '~/storefront/offline/keeping';

/** Interval in milliseconds between checks for a new version while a tab is open. */
const checkMs = 300_000;

/** Displays the banner "new version" while the service worker belongs to another build than the page. */
export async function watchVersion(): Promise<void> {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const banner = document.getElementById('update');
  const seen: PageSeen = {
    path: location.pathname,
    customer: document.querySelector('shop-session') !== null,
  };
  /** True once the browser has found no newer service worker than the one that replied. */
  let isNewest = false;
  /** The worker that controls this page. During a takeover the registration may still name the previous one. */
  const inCharge = async (): Promise<ServiceWorker | null> =>
    workers.controller ?? (await workers.ready).active;
  const tell = async (): Promise<void> => (await inCharge())?.postMessage(seen);

  const judge = async ({ data, source }: MessageEvent): Promise<void> => {
    const own = banner?.dataset['build'];
    if (!banner || !own || source !== (await inCharge())) return;
    if (data === own || isNewest) banner.hidden = data === own;
    else {
      // A page of a new build arrives before its service worker, which takes control a moment later.
      const registration = await workers.ready;
      await registration.update();
      if (registration.installing ?? registration.waiting) return;
      isNewest = true;
      await tell();
    }
  };
  workers.addEventListener('message', (event) => void judge(event).catch(() => null));
  workers.startMessages();
  workers.addEventListener('controllerchange', () => {
    isNewest = true;
    void tell();
  });
  // A page restored from the back/forward cache has missed the messages of the service worker.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void tell();
  });
  const registration = await workers.register('/sw.js', { updateViaCache: 'none' });
  setInterval(() => void registration.update().catch(() => null), checkMs);
  await tell();
}
