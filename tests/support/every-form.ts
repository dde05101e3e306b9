/** Fills in and posts every form of a page, so that a test need not know the forms. */
import type { Page, Visitor } from './visitor';

const typed = new Set(['text', 'search', 'email', 'tel', 'url', 'number', 'password', 'date', '']);

/** Names of a form's text fields. */
function typedNames(page: Page, selector: string): string[] {
  return page.dom
    .querySelectorAll(`${selector} input, ${selector} textarea`)
    .filter(
      (field) =>
        field.tagName === 'TEXTAREA' || typed.has((field.getAttribute('type') ?? '').toLowerCase()),
    )
    .flatMap((field) => field.getAttribute('name') ?? []);
}

/**
 * Posts each form of the page at `path` once for each of its buttons, except sign-out forms. `valueOf` returns the
 * input for a field. Returns all response pages.
 */
export async function postEveryForm(
  visitor: Visitor,
  path: string,
  valueOf: (field: string) => string,
): Promise<Page[]> {
  const page = await visitor.get(path);
  const answers: Page[] = [page];
  for (const [at, form] of page.dom.querySelectorAll('form').entries()) {
    if ((form.getAttribute('action') ?? '').includes('sign-out')) continue;
    const selector = `form[data-at="${at}"]`;
    form.setAttribute('data-at', String(at));
    const buttons = form.querySelectorAll('button[name]').slice(0, 4);
    const presses = buttons.length > 0 ? buttons : [null];
    for (const button of presses) {
      const filled = page.form(selector);
      filled.fill(
        Object.fromEntries(typedNames(page, selector).map((name) => [name, valueOf(name)])),
      );
      const name = button?.getAttribute('name');
      const value = button?.getAttribute('value') ?? '';
      answers.push(await filled.submit(name ? { name, value } : undefined));
    }
  }
  return answers;
}
