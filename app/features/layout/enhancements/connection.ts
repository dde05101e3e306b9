/** The strip that says that there is no network (SHELL-01); a page that is shown as kept says so itself. */
export function watchConnection(): void {
  const strip = document.getElementById('offline');
  if (!strip || 'kept' in strip.dataset) return;
  const show = (): void => {
    strip.hidden = navigator.onLine;
  };
  addEventListener('online', show);
  addEventListener('offline', show);
  show();
}
