/** Loads the suggestions when a search box gets the focus (SRCH-04), because most pages are read without searching. */
export function watchSearch(load: () => Promise<void>): void {
  const onFocus = (target: EventTarget | null): void => {
    if (!(target instanceof Element) || !target.closest('form[data-search]')) return;
    removeEventListener('focusin', listen);
    // If the script fails to load, the form still searches, and the next focus tries to load it again.
    load().catch(() => addEventListener('focusin', listen));
  };
  const listen = ({ target }: FocusEvent): void => onFocus(target);
  addEventListener('focusin', listen);
  onFocus(document.activeElement);
}
