/**
 * The worker: registered, watched, and its updates announced. A new version takes over at once, since no page
 * depends on the worker's; the open page stays as it is until the customer presses "reload" (PWA-02).
 */
import type { PageSeen } from '~/storefront/offline/keeping';

/** While a tab lives it asks so often whether there is a new version. */
const checkMs = 300_000;

/** The banner is there while the worker belongs to another build than the page, however old the page is. */
export async function watchVersion(): Promise<void> {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const banner = document.getElementById('update');
  const seen: PageSeen = {
    path: location.pathname,
    customer: document.querySelector('shop-session') !== null,
  };
  /** False until the shop has no newer worker than the one that answered. */
  let isNewest = false;
  /** The worker in charge of this page: while one takes over, the registration may still name the one before. */
  const inCharge = async (): Promise<ServiceWorker | null> =>
    workers.controller ?? (await workers.ready).active;
  const tell = async (): Promise<void> => (await inCharge())?.postMessage(seen);

  const judge = async ({ data, source }: MessageEvent): Promise<void> => {
    const own = banner?.dataset['build'];
    if (!banner || !own || source !== (await inCharge())) return;
    if (data === own || isNewest) banner.hidden = data === own;
    else {
      // A page of the new build comes before its worker: that one takes over in a moment.
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
  // Back to a page of the browser's memory: what it was told in the meantime is lost.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void tell();
  });
  const registration = await workers.register('/sw.js', { updateViaCache: 'none' });
  setInterval(() => void registration.update().catch(() => null), checkMs);
  await tell();
}
