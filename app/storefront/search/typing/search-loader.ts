/**
 * Loads the suggestions when a search box gets the focus (SRCH-04), because a page that is only read does not need
 * them.
 */
export function watchSearch(load: () => Promise<void>): void {
  const onFocus = (target: EventTarget | null): void => {
    if (!(target instanceof Element) || !target.closest('form[data-search]')) return;
    removeEventListener('focusin', listen);
    // The script did not load: the form still searches, and the next focus retries.
    load().catch(() => addEventListener('focusin', listen));
  };
  const listen = ({ target }: FocusEvent): void => onFocus(target);
  addEventListener('focusin', listen);
  onFocus(document.activeElement);
}
