/** Displays the offline banner (SHELL-01). A page served from the offline cache displays it by itself. */
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
