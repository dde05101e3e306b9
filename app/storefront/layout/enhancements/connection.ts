/** The banner that says that there is no network (SHELL-01); a page that is shown as kept says so itself. */
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
