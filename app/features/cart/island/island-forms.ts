/** What a form on the page asks of the cart, read from its fields as the server would read them. */
import { quantityIn } from '~/kernel/quantity';
import { isUsable, lineLimits, type Options } from '../transaction';

export interface IslandEdit {
  productId: number;
  quantity: number;
  options?: Options | undefined;
  /** Name of the quantity field it came from. */
  field: string;
}

const fieldsOf = (form: HTMLFormElement): HTMLInputElement[] =>
  [...form.elements].filter(
    (field): field is HTMLInputElement =>
      field instanceof HTMLInputElement && field.name.startsWith('q.'),
  );

export const fieldOf = (form: HTMLFormElement, name: string): HTMLInputElement | null => {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field : null;
};

/** An order sheet: lines typed, or the row whose button was pressed. Null: let the server answer. */
export function sheetEdits(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
): IslandEdit[] | null {
  const button = submitter instanceof HTMLButtonElement ? submitter : null;
  if (!form.querySelector('input[name="tx"]') || (button && button.name !== 'add')) return null;
  const add = button?.value ?? 'all';
  const edits: IslandEdit[] = [];
  for (const field of fieldsOf(form)) {
    const id = field.name.slice(2);
    if (!/^\d+$/.test(id) || (add !== 'all' && add !== id)) continue;
    // `f.` marks a field that came filled (`order-sheet`): emptied, it is no quantity.
    const blank = add === id && !form.elements.namedItem(`f.${id}`) ? '1' : '';
    const typed = field.value.trim() || blank;
    if (typed === '') continue;
    const quantity = quantityIn(typed);
    if (quantity === null) return null;
    edits.push({ productId: Number(id), quantity, field: field.name });
  }
  return edits.length > 0 ? edits : null;
}

/** The cart page's form: typed quantities against those that were shown, and the pressed button. */
export function cartEdits(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
): { edits: IslandEdit[]; targets: Map<string, number> } | null {
  // It came back with lines to correct: the server's answer takes its messages away.
  if (form.querySelector('[aria-invalid]')) return null;
  const button = submitter instanceof HTMLButtonElement ? submitter : null;
  const kind = button?.name ?? 'do';
  const edits: IslandEdit[] = [];
  const targets = new Map<string, number>();
  for (const field of fieldsOf(form)) {
    const key = field.name.slice(2);
    const shown = fieldOf(form, `b.${key}`);
    if (!shown) return null;
    const pressed = button?.value === key && kind !== 'do';
    const before = Number(shown.value);
    const own = field.value === shown.value ? before : quantityIn(field.value, lineLimits);
    const typed = pressed && kind === 'drop' ? 0 : own;
    if (typed === null) return null;
    const step = pressed ? { less: -1, more: 1 }[kind] : undefined;
    const target = Math.max(0, typed + (step ?? 0));
    if (target === before) continue;
    const [id = '', options] = splitKey(key);
    if (!/^\d+$/.test(id)) return null;
    const quantity = target - before;
    // The ERP held more pieces than the queue takes back at once, or a fraction of one: the shop removes them.
    if (!isUsable(quantity)) return null;
    edits.push({ productId: Number(id), quantity, field: field.name, options: optionsOf(options) });
    targets.set(field.name, target);
  }
  return { edits, targets };
}

function splitKey(key: string): [string, string | undefined] {
  const at = key.indexOf('|');
  return at < 0 ? [key, undefined] : [key.slice(0, at), key.slice(at + 1)];
}

const optionsOf = (text: string | undefined): Options | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as Options);
