/**
 * Reloads the page when a script failed to load, because of a bad connection or a deploy: at most once in ten seconds
 * per path (PWA-03), and never when that would lose input.
 */
const againMs = 10_000;

/**
 * True when the page is the response to a GET, which the server marks. Reloading the response to a post would post
 * again or lose the form.
 */
const wasOnlyRead = (): boolean => document.querySelector('script[data-read]') !== null;

/** Whether the user has changed a form field. */
const isBegun = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('input')].some((field) =>
    /^(checkbox|radio)$/.test(field.type)
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue,
  ) ||
  [...document.querySelectorAll('textarea')].some((text) => text.value !== text.defaultValue) ||
  [...document.querySelectorAll('option')].some(
    (one) => one.selected && !one.defaultSelected && one.index > 0,
  );

export function reloadOnce(): void {
  const key = `reload:${location.pathname}`;
  try {
    const last = Number(sessionStorage.getItem(key));
    if (Date.now() - last < againMs || !navigator.onLine || !wasOnlyRead() || isBegun()) return;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    // Without session storage, the script cannot count earlier reloads, so it does not reload.
    return;
  }
  location.reload();
}
