/**
 * The worker: registered, watched, and its updates announced. A new version takes over at once, since no page
 * depends on the worker's; the open page stays as it is until the customer presses "reload" (PWA-02).
 */
import type { PageSeen } from '~/features/offline/keeping';

/** While a tab lives it asks so often whether there is a new version. */
const checkMs = 300_000;
/** A page that has only just come was rendered by the version whose worker arrives with it. */
const freshMs = 120_000;

const bannerElement = (): HTMLElement | null => document.getElementById('update');

export async function watchVersion(): Promise<void> {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  let isControlled = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    const banner = bannerElement();
    if (banner && isControlled && performance.now() > freshMs) banner.hidden = false;
    isControlled = true;
  });
  const registration = await workers.register('/sw.js', { updateViaCache: 'none' });
  setInterval(() => void registration.update().catch(() => null), checkMs);
  const { active } = await workers.ready;
  const seen: PageSeen = {
    path: location.pathname,
    customer: document.querySelector('shop-session') !== null,
  };
  active?.postMessage(seen);
}
