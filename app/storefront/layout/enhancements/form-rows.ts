/**
 * Adds or removes a table row in a form with a file field without a page load, which would lose the chosen file. The
 * shop responds with the whole page, as it does without script; this script takes only the form from it and keeps the
 * chosen file.
 */
const fileFields = (form: HTMLFormElement) =>
  form.querySelectorAll<HTMLInputElement>('input[type=file]');

async function answeredForm(form: HTMLFormElement, button: HTMLButtonElement) {
  const body = new FormData(form);
  for (const { name } of fileFields(form)) body.delete(name);
  body.append(button.name, button.value);
  const headers = { Accept: 'text/html' };
  const answer = await fetch(button.formAction, { method: 'POST', body, headers });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const found = answer.ok && page.getElementById(form.id);
  if (!(found instanceof HTMLFormElement)) throw new Error(`no form: ${answer.status}`);
  return found;
}

async function changeRows(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const known = new Set([...form.elements].map((one) => one.getAttribute('name')));
  // Makes the form inert, because input during the request would be lost.
  form.inert = true;
  const next = await answeredForm(form, button);
  for (const field of fileFields(next)) {
    const own = document.getElementById(field.id);
    if (own) field.replaceWith(own);
  }
  form.replaceWith(next);
  // The form has changed since the page loaded, so its fields count as typed (`carry-input.ts`).
  document.querySelector('script[data-read]')?.removeAttribute('data-read');
  const isNew = (one: Element) =>
    one.matches('input, select') && !known.has(one.getAttribute('name'));
  const first = [...next.elements].find(isNew) ?? next.querySelector('button[data-row]');
  if (first instanceof HTMLElement) first.focus();
}

export function keepFiles(): void {
  addEventListener('submit', (event) => {
    const { target: form, submitter: button } = event;
    if (!(form instanceof HTMLFormElement) || !(button instanceof HTMLButtonElement)) return;
    if (!('row' in button.dataset) || fileFields(form).length === 0) return;
    event.preventDefault();
    changeRows(form, button).catch(() => {
      form.inert = false;
      // If the request fails, submits the form as without script.
      delete button.dataset['row'];
      form.requestSubmit(button);
    });
  });
}
