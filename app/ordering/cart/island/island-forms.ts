/** Derives the cart edits that a form requests from its fields, with the same rules as the server. */
import { quantityIn } from '~/base/kernel/quantity';
import type { CartInView, Change } from '../queue/cart-queue';
import { isUsable, type LineKey, type Options, type Quantities } from '../transaction';

interface IslandEdit extends Change {
  /** Quantity field of the edit. */
  field: HTMLInputElement;
}

/** A line of the cart page: its quantity field, and the hidden field with the displayed quantity. */
interface CartLine {
  key: LineKey;
  field: HTMLInputElement;
  shown: HTMLInputElement;
}

type LineEdit = IslandEdit & CartLine;

export const fieldsOf = (form: HTMLFormElement | null): HTMLInputElement[] =>
  [...(form?.elements ?? [])].filter(
    (field): field is HTMLInputElement =>
      field instanceof HTMLInputElement && field.name.startsWith('q.'),
  );

export function cartLines(): CartLine[] {
  const form = document.querySelector<HTMLFormElement>('form#cart');
  return fieldsOf(form).flatMap((field) => {
    const key = field.name.slice(2);
    const shown = form?.elements.namedItem(`b.${key}`);
    return shown instanceof HTMLInputElement ? [{ key, field, shown }] : [];
  });
}

/** Largest number of pieces that the cart may hold of a product without a question, unless its field has a lower limit. */
export const usualMost = 999;

/** The limit of this field's product. Only a limit below three digits is in the field itself. */
const mostOf = ({ dataset }: HTMLInputElement): number => Number(dataset['most'] ?? usualMost);

/** True for a non-negative number: only the server can ask the customer to confirm it. */
const isNumber = ({ value }: HTMLInputElement): boolean => Number(value) >= 0;

function changeOf(key: LineKey, quantity: number): Change {
  const [, id, options] = /^(\d+)(?:\|(.*))?$/.exec(key) ?? [];
  return {
    productId: Number(id),
    quantity,
    options: options === undefined ? undefined : (JSON.parse(options) as Options),
  };
}

/** The edit of an undo button (`TakenOutLine`); null for other buttons. */
export function changeBack(button: HTMLElement | null): Change | null {
  if (!(button instanceof HTMLButtonElement) || button.name !== 'back') return null;
  const { lineKey = '', pieces } = button.dataset;
  return { ...changeOf(lineKey, Number(pieces)), uuid: button.value };
}

/** The edits that a form requests. */
export interface Asked<Edit> {
  /** null: the server must handle the form. `wait`: the quantity of a line is unclear until the shop responds. */
  edits: Edit[] | 'wait' | null;
  /**
   * The first field with an invalid quantity. If `edits` is set too, the island stores the other edits, because the
   * server cannot report the error now.
   */
  wrong?: HTMLInputElement | undefined;
}

/** Edits that an order sheet requests: all entered lines, or only the row of the pressed button. */
export function sheetEdits(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  lines: Quantities,
): Asked<IslandEdit> & { edits: IslandEdit[] | null } {
  const button = submitter instanceof HTMLButtonElement ? submitter : null;
  // Some fields of a form are outside its element: the fields of suggestions are inside the search form.
  if (!form.elements.namedItem('tx') || (button && button.name !== 'add')) return { edits: null };
  // A message about the last form is on the page. Only a new page of the server removes it (`SheetNotice`), so the
  // server handles this form.
  if (navigator.onLine && document.getElementById('sheet-answer')) return { edits: null };
  const add = button?.value ?? 'all';
  const edits: IslandEdit[] = [];
  let isOurs = true;
  let wrong: HTMLInputElement | undefined;
  for (const field of fieldsOf(form)) {
    const id = field.name.slice(2);
    // Two lists of one form may contain the same product, so a row's button applies to the field in its row.
    const isMeant =
      add === 'typed'
        ? field.value !== field.defaultValue
        : add === 'all' || field.closest('li') === button?.closest('li');
    if (!/^\d+$/.test(id) || !isMeant) continue;
    // Same rule as on the server (`readSheet`): with the row's own button a blank field means 1, unless it is required.
    const blank = add === id && !field.required ? '1' : '';
    const typed = field.value.trim() || blank;
    // A 0 in a row means "do not order this product". If the row's own button was pressed, the server reports the 0 as
    // an error.
    if (/^0*$/.test(typed)) continue;
    const quantity = quantityIn(typed, mostOf(field) - (lines.get(id) ?? 0));
    if (quantity === null) {
      if (isNumber(field)) isOurs = false;
      else wrong ??= field;
    } else edits.push({ productId: Number(id), quantity, field });
  }
  // Suggestions disappear with the next page, so an invalid quantity in one must be reported here.
  isOurs &&= wrong ? !navigator.onLine || form.id === 'suggested' : edits.length > 0;
  return { edits: isOurs ? edits : null, wrong };
}

/**
 * Edits of the cart page's form: entered quantities against the current lines, and the pressed button. Edits with
 * quantity 0 change nothing. `edits` is null when the shop must handle the whole form.
 */
export function cartEdits(
  button: HTMLElement | null,
  { lines, pending }: CartInView,
): Asked<LineEdit> {
  const edits: LineEdit[] = [];
  let isOurs = true;
  let isUnclear = false;
  let isPending = false;
  let wrong: HTMLInputElement | undefined;
  for (const line of cartLines()) {
    const { key, field, shown } = line;
    const kind = button instanceof HTMLButtonElement && button.value === key ? button.name : '';
    const isTyped = field.value !== shown.value;
    if (!isTyped && !kind) continue;
    isUnclear ||= pending.get(key) ?? false;
    isPending ||= pending.has(key);
    const now = lines.get(key) ?? 0;
    const step = { less: -1, more: 1 }[kind] ?? 0;
    const most = Math.max(now, mostOf(field)) - step;
    const typed = kind === 'drop' ? 0 : isTyped ? quantityIn(field.value, most) : now;
    if (typed === null) {
      if (isNumber(field)) isOurs = false;
      else wrong ??= field;
      continue;
    }
    const to = Math.max(0, typed + step);
    const quantity = to - now;
    // The server handles lines with a fraction, or with more pieces than one edit can remove. It also asks about
    // quantities far above the usual.
    isOurs &&= quantity === 0 || (isUsable(quantity) && to <= most + step);
    edits.push({ ...changeOf(key, quantity), ...line, to: step && !isTyped ? undefined : to });
  }
  if (wrong && (isPending || !navigator.onLine))
    return { edits: isOurs && !isUnclear ? edits : [], wrong };
  // Wait for the shop's response when a line's quantity is unclear, or when the server must handle the form while edits
  // wait in this browser: the server does not know those edits.
  const isLate = isUnclear || (!isOurs && isPending);
  return { edits: isLate ? 'wait' : isOurs && !wrong ? edits : null };
}
