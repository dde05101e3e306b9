/** Loads the suggestions when somebody goes to a search box (SRCH-04): a page that is only read has no use for them. */
export function watchSearch(load: () => Promise<void>): void {
  const onFocus = (target: EventTarget | null): void => {
    if (!(target instanceof Element) || !target.closest('form[data-search]')) return;
    document.removeEventListener('focusin', listen);
    // Lost on the way: the form still searches.
    load().catch(() => document.addEventListener('focusin', listen));
  };
  const listen = ({ target }: FocusEvent): void => onFocus(target);
  document.addEventListener('focusin', listen);
  onFocus(document.activeElement);
}
