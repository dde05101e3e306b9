/**
 * Carries form input along when the customer changes the language. Session storage holds it for the one page that the
 * language link names. Passwords, files and hidden fields are not carried. A quantity gets a row of its own if the page
 * in the other language does not list its product. `isChanged` duplicates a function of the session island: a shared
 * module would be another file on every customer page.
 */
export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const keyPrefix = 'typed:';
const addressOf = ({ pathname, search }: URL | Location): string => keyPrefix + pathname + search;

const isInput = (one: Element): one is HTMLInputElement => one instanceof HTMLInputElement;
export const isTick = (one: Element): one is HTMLInputElement =>
  isInput(one) && /^(checkbox|radio)$/.test(one.type);
export const isTyped = (one: Element): one is Field =>
  one instanceof HTMLSelectElement ||
  one instanceof HTMLTextAreaElement ||
  (isInput(one) && !/^(hidden|password|file|submit|button|image|reset)$/.test(one.type));

export const isChanged = (field: Field): boolean =>
  field instanceof HTMLSelectElement
    ? [...field.options].some((one) => one.selected !== one.defaultSelected)
    : isTick(field)
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue;

/**
 * Path of the form's action without the locale. Empty if the form posts to its own page, whose address may differ by
 * language.
 */
function placeOf(form: HTMLFormElement): string {
  const { pathname } = new URL(form.getAttribute('action') ?? '', location.href);
  return pathname === location.pathname ? '' : pathname.replace(/^\/\w\w\//, '/');
}

/** Hidden numeric fields, which identify the record of a form: two lines of a list have separate forms. */
const recordOf = (controls: readonly Element[]): string =>
  controls
    .filter((one) => isInput(one) && one.type === 'hidden' && /^\d+$/.test(one.value))
    .map((one) => isInput(one) && `${one.name}=${one.value}`)
    .join();

/** Every form field that a person fills in, with a name that is the same in each language. */
function typedFields(): [name: string, field: Field][] {
  const seen = new Map<string, number>();
  return [...document.forms].flatMap((form) => {
    const controls = [...form.elements];
    const about = `${placeOf(form)} ${recordOf(controls)}`;
    return controls.filter(isTyped).map((field): [string, Field] => {
      // Checkboxes may be sorted by their translated labels, so a checkbox is identified by its value and not by its
      // position.
      const name = `${about} ${field.name} ${isTick(field) ? field.value : ''}`;
      const position = seen.get(name) ?? 0;
      seen.set(name, position + 1);
      return [`${name} ${position}`, field];
    });
  });
}

/** Identifies an option by the ERP's key, because its label differs by language. */
const keyOf = ({ dataset, value }: HTMLOptionElement): string => dataset['key'] ?? value;
const chosen = (select: HTMLSelectElement): string[] => [...select.selectedOptions].map(keyOf);
export const valuesOf = (field: Field): string[] =>
  field instanceof HTMLSelectElement
    ? chosen(field)
    : [isTick(field) ? String(field.checked) : field.value];

export function fill(field: Field, values: readonly string[]): void {
  const [value = ''] = values;
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    if (!options.some((one) => values.includes(keyOf(one)))) return;
    for (const one of options) one.selected = values.includes(keyOf(one));
  } else if (isTick(field)) field.checked = value === 'true';
  else field.value = value;
  // Lets the character counter of the text area update.
  if (field instanceof HTMLTextAreaElement) field.dispatchEvent(new Event('input'));
}

/** The product of a quantity field on an order sheet, as the row of the order sheet displays it. */
export function productOf(field: Field): string[] {
  const row = field.closest('[data-sheet] .row');
  const names = [...(row?.querySelectorAll('.row-name, .row-pres') ?? [])];
  return row ? [names.map((one) => one.textContent).join(' ')] : [];
}

/**
 * Adds the quantity as the first row of the order sheet. Needed because a search in another language may list other
 * products.
 */
export function addRow(
  sheet: Element,
  name: string,
  [value = '', product = '']: readonly string[],
): void {
  const row = document.createElement('li');
  row.className = 'row';
  row.innerHTML =
    '<div class="row-main"><label class="row-name"></label><p class="row-codes"></p></div><span class="row-act"><input class="qty" inputmode="numeric" placeholder="–"></span>';
  const [label] = row.getElementsByTagName('label');
  const [field] = row.getElementsByTagName('input');
  if (!label || !field) return;
  label.textContent = product;
  const why = document.querySelector<HTMLElement>('[data-carried]')?.dataset['carried'];
  row.querySelector('p')?.append(why ?? '');
  label.htmlFor = field.id = name;
  field.name = name;
  sheet.prepend(row);
  field.value = value;
}

/** True if the page displays a rejected form: the server has filled its fields, so this script must not. */
const isAnswer = (): boolean =>
  document.querySelector('script[data-read]') === null || /[?&]answer=/.test(location.search);

function take(link: HTMLAnchorElement): void {
  const url = new URL(link.href);
  // Asks the page in the other language for the same number of table rows.
  for (const { name, value } of document.querySelectorAll<HTMLInputElement>('[data-rows]'))
    url.searchParams.set(name, value);
  const wasAnswered = isAnswer();
  const typed = new URLSearchParams();
  for (const [name, field] of typedFields())
    if (wasAnswered || isChanged(field))
      for (const value of [...valuesOf(field), ...productOf(field)]) typed.append(name, value);
  const text = typed.toString();
  link.href = url.href;
  if (text !== '') sessionStorage.setItem(addressOf(url), text);
}

function giveBack(): void {
  const kept = sessionStorage.getItem(addressOf(location));
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(keyPrefix)) sessionStorage.removeItem(key);
  if (kept === null) return;
  const typed = new URLSearchParams(kept);
  const fields = typedFields();
  for (const [name, field] of fields)
    // Skips fields that the customer has changed since the page loaded.
    if (typed.has(name) && !isChanged(field)) fill(field, typed.getAll(name));
  const sheet = document.querySelector('[data-sheet] > ol');
  for (const name of new Set(typed.keys())) {
    const [, quantity] = / (q\.\d+) /.exec(name) ?? [];
    if (sheet && quantity && !fields.some(([known]) => known === name))
      addRow(sheet, quantity, typed.getAll(name));
  }
}

/**
 * Ignores errors of session storage: in a browser without it the language still changes, and the form input is lost.
 */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Session storage is full or not allowed.
  }
}

const linkOf = ({ target }: Event): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest('a') : null;

let isWatching = false;
/** `held` is a click on the language switch that was held back until this script was loaded. */
export function carryInput(held?: MouseEvent): void {
  if (!isWatching) {
    isWatching = true;
    quietly(giveBack);
    document.querySelector('.lang')?.addEventListener('click', (event) => {
      const link = linkOf(event);
      if (link) quietly(() => take(link));
    });
  }
  if (!held) return;
  const link = linkOf(held);
  if (held.ctrlKey || held.metaKey || held.shiftKey) open(link?.href);
  else link?.click();
}
