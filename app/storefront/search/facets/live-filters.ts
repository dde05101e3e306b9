/**
 * Beside the results a filter applies as soon as it is ticked, and the box that was ticked has the focus on the
 * page that comes. In the panel of narrow screens several are chosen first; the button applies them there.
 */
const key = 'filter';

const boxOf = (form: HTMLFormElement, name: string): HTMLInputElement | undefined =>
  [...form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].find(
    (box) => `${box.name}=${box.value}` === name,
  );

/** A browser that keeps nothing for the tab applies the filters all the same, without the focus. */
function inTab<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

export function applyAtOnce(form: HTMLFormElement): void {
  // What is typed on the sheet is kept by then, and need not go along.
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
