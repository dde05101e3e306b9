/** Fills and posts every form of a page, so that a test need not know which forms there are. */
import type { Page, Visitor } from './visitor';

const typed = new Set(['text', 'search', 'email', 'tel', 'url', 'number', 'password', 'date', '']);

/** Names of the fields of a form that a person types into. */
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
 * Posts each form of the page at `path` once for each of its buttons. `valueOf` gives what is typed;
 * forms to sign out are left alone. Gives every answer.
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
