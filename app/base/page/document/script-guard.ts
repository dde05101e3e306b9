/**
 * A script that did not come, over a bad line or after a deploy: the page is loaded again, at most once in
 * ten seconds for each path (PWA-03), and never when that would lose something.
 */
const againMs = 10_000;

/** A page that answered a post would be posted again, or lose what it kept of it: the shop says which did not. */
const wasOnlyRead = (): boolean => document.querySelector('script[data-read]') !== null;

/** A field of any form has been changed. */
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
    // Where nothing can be remembered, nothing may be repeated.
    return;
  }
  location.reload();
}
