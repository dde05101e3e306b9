/**
 * On wide screens a filter applies as soon as it is ticked, and the next page focuses the same box. In the panel of
 * narrow screens a customer ticks several filters and then presses the button that applies them.
 */
const key = 'filter';

const boxOf = (form: HTMLFormElement, name: string): HTMLInputElement | undefined =>
  [...form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].find(
    (box) => `${box.name}=${box.value}` === name,
  );

/** Runs `work`; null if session storage is not available. The filters then still apply, but the focus is lost. */
function inTab<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

export function applyAtOnce(form: HTMLFormElement): void {
  // The filter form need not submit the quantities of the order sheet, because the browser has stored them by the time
  // it submits.
  for (const field of form.querySelectorAll('input[form], [name=apply]')) {
    field.removeAttribute('form');
    if (field instanceof HTMLButtonElement) field.removeAttribute('name');
  }
  const beside = matchMedia('(min-width: 64rem)');
  const ticked = inTab(() => sessionStorage.getItem(key));
  inTab(() => sessionStorage.removeItem(key));
  if (ticked !== null && beside.matches) boxOf(form, ticked)?.focus();
  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox' || !beside.matches)
      return;
    inTab(() => sessionStorage.setItem(key, `${target.name}=${target.value}`));
    form.requestSubmit();
  });
}
