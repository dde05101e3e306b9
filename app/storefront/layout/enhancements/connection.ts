/**
 * Displays the offline banner while the browser is offline (SHELL-01). A page from the offline cache already shows that
 * banner.
 */
export function watchConnection(): void {
  const banner = document.getElementById('offline');
  if (!banner || 'kept' in banner.dataset) return;
  const show = (): void => {
    banner.hidden = navigator.onLine;
  };
  addEventListener('online', show);
  addEventListener('offline', show);
  show();
}
