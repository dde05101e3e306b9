/**
 * On wide screens a filter applies as soon as it is ticked, and the next page focuses the same box. In the panel of
 * narrow screens the customer ticks several filters and applies them with the button.
 */
const key = 'filter';

const boxOf = (form: HTMLFormElement, name: string): HTMLInputElement | undefined =>
  [...form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].find(
    (box) => `${box.name}=${box.value}` === name,
  );

/** Without tab storage the filters still apply, but the focus is lost. */
function inTab<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

export function applyAtOnce(form: HTMLFormElement): void {
  // By then the quantities of the order sheet are saved, so the filter form need not submit them.
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
