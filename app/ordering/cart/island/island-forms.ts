/** What a form on the page asks of the cart, read from its fields as the server would read them. */
import { quantityIn } from '~/base/kernel/quantity';
import type { CartInView, Change } from '../queue/cart-queue';
import { isUsable, maxQuantity, type LineKey, type Options, type Quantities } from '../transaction';

export interface IslandEdit extends Change {
  /** The quantity field it came from. */
  field: HTMLInputElement;
}

/** A line of the cart page: its quantity field, and the quantity that was shown beside it. */
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

/** The most that is taken of this field without asking the shop; it says so where that is less than three digits. */
const mostOf = ({ dataset }: HTMLInputElement): number => Number(dataset['most'] ?? 999);

/** Only the shop can ask about a number. */
const isNumber = ({ value }: HTMLInputElement): boolean => Number(value) >= 0;

function changeOf(key: LineKey, quantity: number): Change {
  const [, id, options] = /^(\d+)(?:\|(.*))?$/.exec(key) ?? [];
  return {
    productId: Number(id),
    quantity,
    options: options === undefined ? undefined : (JSON.parse(options) as Options),
  };
}

/** The button of a line that was taken out (`TakenOutLine`); null for any other. */
export function changeBack(button: HTMLElement | null): Change | null {
  if (!(button instanceof HTMLButtonElement) || button.name !== 'back') return null;
  const { lineKey = '', pieces } = button.dataset;
  return { ...changeOf(lineKey, Number(pieces)), uuid: button.value };
}

/** What a form asks of the cart. */
export interface Asked<Edit> {
  /** Null: let the server answer. `wait`: what a line holds is not clear before the shop has answered. */
  edits: Edit[] | 'wait' | null;
  /** The first field whose quantity cannot be read. With `edits` the others go without it: the shop cannot say so now. */
  wrong?: HTMLInputElement | undefined;
}

/** An order sheet: lines typed, or the row whose button was pressed. */
export function sheetEdits(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  lines: Quantities,
): Asked<IslandEdit> & { edits: IslandEdit[] | null } {
  const button = submitter instanceof HTMLButtonElement ? submitter : null;
  // Not all of a form's fields stand in it: those of suggestions stand in the search form.
  if (!form.elements.namedItem('tx') || (button && button.name !== 'add')) return { edits: null };
  // The shop's next page takes its words about the last one away (`SheetNotice`).
  if (navigator.onLine && document.getElementById('sheet-answer')) return { edits: null };
  const add = button?.value ?? 'all';
  const edits: IslandEdit[] = [];
  let isOurs = true;
  let wrong: HTMLInputElement | undefined;
  for (const field of fieldsOf(form)) {
    const id = field.name.slice(2);
    // Two lists of one form may have the same product: a row's button means the field of its row.
    const isMeant =
      add === 'typed'
        ? field.value !== field.defaultValue
        : add === 'all' || field.closest('li') === button?.closest('li');
    if (!/^\d+$/.test(id) || !isMeant) continue;
    // As the server reads it (`readSheet`): by its own button a blank field means 1, unless it is required.
    const blank = add === id && !field.required ? '1' : '';
    const typed = field.value.trim() || blank;
    // 0 in a list is: not this one. Of a row's own button the shop says what is wrong with it.
    if (/^0*$/.test(typed)) continue;
    const left = maxQuantity - (lines.get(id) ?? 0);
    const quantity = quantityIn(typed, Math.min(left, mostOf(field)));
    if (quantity === null) {
      if (isNumber(field)) isOurs = false;
      else wrong ??= field;
    } else edits.push({ productId: Number(id), quantity, field });
  }
  // The suggestions are gone with the page.
  isOurs &&= wrong ? !navigator.onLine || form.id === 'suggested' : edits.length > 0;
  return { edits: isOurs ? edits : null, wrong };
}

/**
 * The cart page's form: typed quantities against what the lines hold by now, and the pressed button. A quantity of 0
 * changes nothing. The shop has to read it all where `edits` is null.
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
    const typed =
      kind === 'drop' ? 0 : isTyped ? quantityIn(field.value, Math.max(now, mostOf(field))) : now;
    if (typed === null) {
      if (isNumber(field)) isOurs = false;
      else wrong ??= field;
      continue;
    }
    const step = { less: -1, more: 1 }[kind] ?? 0;
    const to = Math.max(0, typed + step);
    const quantity = to - now;
    // The ERP holds more pieces than the queue takes back at once, or a fraction of one: the shop removes them. It also
    // says that a line holds no more.
    isOurs &&= quantity === 0 || (isUsable(quantity) && to <= maxQuantity);
    edits.push({ ...changeOf(key, quantity), ...line, to: step && !isTyped ? undefined : to });
  }
  if (wrong && (isPending || !navigator.onLine))
    return { edits: isOurs && !isUnclear ? edits : [], wrong };
  // The shop would reckon without what waits here.
  const isLate = isUnclear || (!isOurs && isPending);
  return { edits: isLate ? 'wait' : isOurs && !wrong ? edits : null };
}
