/**
 * Handles the quick order form. The page carries all lines in its form, so the server stores nothing before they are
 * added to the cart. The form is multipart because a pasted list may exceed the limit of a plain form (P-31).
 */
import type { CustomerRequest } from '~/base/page/page';
import { leaveNotices, redirectWithNotice } from '~/base/page/forms/notices.server';
import { cleanForm, postedFields } from '~/base/page/forms/posted.server';
import { isMultipart, readMultipart } from '~/base/page/files/multipart';
import { inTurns } from '~/base/page/in-turns.server';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import { sumCents } from '~/base/kernel/money';
import { links } from '~/base/i18n/links';
import {
  addLines,
  noticesOf,
  refusalOfFate,
  splitRepeatedLines,
} from '~/ordering/cart/add-lines.server';
import { findMost } from '~/ordering/cart/unusual-quantity.server';
import { cartQuantities } from '~/ordering/cart/quantities.server';
import type { EditReport } from '~/ordering/cart/cart.server';
import { clearedOf, restoredLines, type ClearedLine } from './cleared-lines';
import type { OrderFile } from './csv/order-file';
import { findFormKey, readFormKey } from '~/base/page/forms/form-uuid.server';
import { statusOf, type FileFault } from './import/file-fault';
import { offersImport } from './import/import-view.server';
import { toPreview } from './import/prepare.server';
import { formAround, formFault, megabyte, readFile, rowLimits } from './import/read-file.server';
import { isLongText, type ListNote } from './list-columns';
import { newIdempotencyKey } from '~/base/page/forms/idempotency-key.server';
import { knownCodes } from './known-codes.server';
import {
  besideCode,
  isUncounted,
  labelsIn,
  maxQuickLines,
  parseLine,
  parseScan,
  withField,
  type TypedLine,
} from './lines';
import { pastedLines } from './pasted.server';
import {
  cardsOf,
  readyLines,
  confirmedTotals,
  type LineFault,
  type QuickOrder,
} from './quick-order';
import { codesOf, resolved } from './resolve.server';
import { splitIgnoredRows } from './passed-rows';
import { fromItsEnd, withoutRefused } from './rows';

type QuickFault =
  | FileFault
  /** The lines exceed the maximum of this page, and the ERP has no file import. */
  | { kind: 'too-many-lines'; lines: number }
  | { kind: 'may-not-order' }
  /** The customer pressed a button with an empty field. */
  | { kind: 'nothing-typed' };

export interface QuickView {
  kind: 'quick-order';
  /**
   * Key of this response, the same when the browser displays it again: after Back or reload the form still adds its
   * lines only once.
   */
  formKey: string;
  order: QuickOrder;
  fault: QuickFault | null;
  /** The pasted text, if it could not be parsed, so that the page displays it again. */
  pasted: string;
  fromOrders: boolean;
  /** Texts of ignored rows of the list or file, for display. */
  passed?: readonly string[];
  notes?: readonly ListNote[];
  /** Lines that were removed all at once and can be restored. */
  cleared?: readonly ClearedLine[];
  /** Number of lines just added to the cart while others need corrections. */
  added: number;
  /**
   * Number of lines that this same form had already added to the cart: they are not added twice, and stay on the page.
   */
  repeated: number;
}

const empty: QuickOrder = { lines: [], ready: 0, total: sumCents([]) };

export const emptyQuickView = (
  page: CustomerRequest,
  formKey: string | null = null,
): QuickView => ({
  kind: 'quick-order',
  formKey: formKey ?? newIdempotencyKey(page),
  order: empty,
  fault: null,
  pasted: '',
  fromOrders: false,
  added: 0,
  repeated: 0,
});

const text = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/**
 * Returns the quantity field of a line, marked as confirmed when the customer confirmed exactly that text. Returns null
 * when the line has no such field.
 */
function quantityAt(form: FormData, index: number): string | null {
  const quantity = form.get(`q.${index}`);
  if (typeof quantity !== 'string') return null;
  const sure = text(form, `s.${index}`);
  return sure.startsWith(`${quantity}!`) ? sure : quantity;
}

/** Returns the lines that the page displayed, with their current codes and quantities, without the removed one. */
function shownLines(form: FormData): TypedLine[] {
  const lines: TypedLine[] = [];
  const dropped = text(form, 'drop');
  for (let index = 0; index < maxQuickLines; index += 1) {
    const entered = form.get(`c.${index}`);
    if (typeof entered !== 'string') break;
    if (dropped === String(index)) continue;
    const line = parseLine(text(form, `p.${index}`) || entered);
    const labels = labelsIn(text(form, `l.${index}`));
    if (line) lines.push({ ...withField(line, quantityAt(form, index)), labels });
  }
  return lines;
}

/** Returns the line in the code field, with the quantity beside it. */
function lineInField(form: FormData): TypedLine[] {
  const line = parseScan(text(form, 'code'));
  if (!line) return [];
  const beside = besideCode(text(form, 'n')).trim();
  // Two different quantities: the row names both and asks for one.
  const isEither = line.typed !== '' && beside !== '' && beside !== line.typed;
  const typed = isEither && line.behind === undefined ? `${line.typed} / ${beside}` : line.typed;
  return [{ ...line, typed: typed || beside }];
}

/** Lines that the request adds to the existing ones. */
type Added = OrderFile & { name: string };

type Refusals = ReadonlyMap<number, LineFault>;

const nothingMore: Added = { lines: [], head: null, name: '', passed: [], notes: [] };

/** True for a list that is as much work as an upload and counts against the same rate limit; scanned lines do not. */
function isLongList(form: FormData, intent: string): boolean {
  const file = form.get('csv');
  if (intent === 'file') return file instanceof File && file.size > 0;
  return intent === 'paste' && isLongText(text(form, 'paste'));
}

async function newLines(
  { context }: CustomerRequest,
  form: FormData,
  intent: string,
): Promise<Outcome<Added, FileFault>> {
  const seconds = isLongList(form, intent) ? await context.countUpload() : null;
  if (seconds !== null) return refused({ kind: 'too-often', seconds });
  switch (intent) {
    case 'scan':
      return done({
        ...nothingMore,
        lines: lineInField(form).map((line) => ({ ...line, number: 1 })),
      });
    case 'paste': {
      const read = await pastedLines(text(form, 'paste'));
      return read.ok ? done({ ...nothingMore, ...read.value }) : read;
    }
    case 'file': {
      const file = await readFile(form.get('csv'), context.site.csvMaxMb);
      return file.ok ? done(file.value) : file;
    }
    default:
      return done(nothingMore);
  }
}

/**
 * Maximum length of pasted text that the page returns. The browser still has a longer list; a truncated one could be
 * ordered by mistake.
 */
const maxPasted = 400_000;
const pastedOf = (form: FormData): string => {
  const pasted = text(form, 'paste');
  return pasted.length > maxPasted ? '' : pasted;
};

export async function orderOf(
  page: CustomerRequest,
  lines: readonly TypedLine[],
): Promise<{ order: QuickOrder; fromOrders: boolean }> {
  if (lines.length === 0) return { order: empty, fromOrders: false };
  const known = await knownCodes(page, await inTurns(codesOf(lines)));
  const cards = cardsOf(known);
  const mostOf = await findMost(page, [...cards.keys()], { cards });
  const order = await resolved(lines, known, mostOf, await cartQuantities(page));
  return { order, fromOrders: known.fromOrders };
}

function addReady(page: CustomerRequest, order: QuickOrder, formKey: string): Promise<EditReport> {
  const ready = readyLines(order.lines);
  const cards = new Map(
    order.lines.flatMap(({ card }) => (card ? [[card.id, card] as const] : [])),
  );
  return addLines(page, ready, formKey, { cards, sure: confirmedTotals(ready) });
}

/** Redirects more lines than this page can edit to an import preview, with the displayed lines first. */
async function onToImport(
  page: CustomerRequest,
  shown: readonly TypedLine[],
  added: Added,
): Promise<Response> {
  const lines = [...shown, ...added.lines].map((line, index) => ({
    ...line,
    number: shown.length === 0 && 'number' in line ? Number(line.number) : index + 1,
  }));
  return toPreview(page, { ...added, lines });
}

/**
 * Returns the order with the lines that the cart rejected: they retain their quantity and show the reason, and the next
 * press of "add" retries them.
 */
const withRefused = (order: QuickOrder, refusals: Refusals): QuickOrder => {
  const lines = order.lines.map((line) => {
    const fault = refusals.get(line.card?.id ?? 0);
    return fault && line.fault === null ? { ...line, fault, amount: null } : line;
  });
  const ready = lines.filter(({ fault }) => fault === null);
  const total = sumCents(ready.flatMap(({ amount }) => (amount === null ? [] : [amount])));
  return { lines, ready: ready.length, total };
};

/** Adds the ready lines to the cart; the others stay on the page for correction. */
async function addOrder(
  page: CustomerRequest,
  form: FormData,
  view: QuickView,
): Promise<Answer | Response> {
  const { order } = view;
  if (!page.customer.canOrder)
    return { view: { ...view, fault: { kind: 'may-not-order' } }, status: 422 };
  if (order.ready === 0) return { view, status: 422 };
  const report = await addReady(page, order, readFormKey(form));
  // The queue of cart edits is full and nothing was added: the page displays all lines again.
  if (report.full) {
    leaveNotices(page, noticesOf(page, report));
    return { view, status: 409 };
  }
  const { said: done, again } = splitRepeatedLines(page, report);
  const refusals = new Map(
    done.flatMap(({ productId, fate }): [number, LineFault][] => {
      const refusal = refusalOfFate(fate);
      return refusal ? [[productId, { kind: 'quantity', refusal }]] : [];
    }),
  );
  for (const { productId, total } of report.asked)
    refusals.set(productId, { kind: 'unusual', total });
  const ids = new Set(again.map(({ productId }) => productId));
  const staying = new Set([...ids, ...refusals.keys()]);
  const left = order.lines.filter(
    ({ fault, card }) => fault !== null || staying.has(card?.id ?? 0),
  );
  // Pasted text that was not parsed yet stays in its text box.
  if (left.length === 0 && view.pasted.trim() === '')
    return redirectWithNotice(
      page,
      links.quickOrder(page.locale),
      noticesOf(page, { ...report, done }),
    );
  const open = done.filter(({ fate }) => fate !== 'acked');
  leaveNotices(page, noticesOf(page, { ...report, done: open }));
  const { order: found, fromOrders } = await orderOf(page, left);
  const rest = { order: withRefused(found, refusals), fromOrders };
  const added = done.length - open.length;
  return {
    view: { ...view, ...rest, added, repeated: ids.size },
    status: ids.size > 0 ? 409 : left.length > 0 ? 422 : 200,
  };
}

interface Answer {
  view: QuickView;
  status: number;
}

/** Maximum number of form fields: at most five per line, and the fields around the lines (P-31). */
const maxParts = 5 * maxQuickLines + 20;

const formDataOf = (fields: URLSearchParams): FormData => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
};

/** Returns the posted form. If its file was rejected, returns the form fields before the file and the fault. */
async function postedForm(
  page: CustomerRequest,
): Promise<{ form: FormData; unread: FileFault | null }> {
  const { request, context } = page;
  const { csvMaxMb } = context.site;
  if (!isMultipart(request)) return { form: formDataOf(await postedFields(request)), unread: null };
  const maxBytes = csvMaxMb * megabyte + formAround;
  const posted = await readMultipart(page, {
    maxBytes,
    maxParts,
    visitorNetwork: null,
    rows: rowLimits,
  });
  if (posted.ok) return { form: posted.value, unread: null };
  const fields = posted.refusal.kind === 'malformed' ? [] : posted.refusal.fields;
  const typed = new URLSearchParams(fields.map(([name, value]) => [name, value]));
  return {
    form: formDataOf(cleanForm(typed, new URLSearchParams())),
    unread: formFault(posted.refusal, csvMaxMb),
  };
}

/** Returns a redirect (303) when all lines are in the cart, else the page with the lines that need corrections. */
export async function quickOrderAction(page: CustomerRequest): Promise<Answer | Response> {
  const { form, unread } = await postedForm(page);
  const intent = unread ? '' : text(form, 'do');
  const restored = intent === 'restore' ? restoredLines(text(form, 'cleared')) : [];
  // Whichever button is pressed, a code in the code field becomes a line, as it does with script.
  const beside = intent === 'scan' ? [] : lineInField(form);
  const before = [...shownLines(form), ...restored];
  // Reuse the form key for other intents: the form adds its lines once, however often the customer checks or extends it
  // before (CART-01).
  const emptyView = emptyQuickView(page, intent === 'add' ? null : findFormKey(form));
  if (intent === 'clear') {
    const left = { ...(await orderOf(page, beside)), cleared: clearedOf(before) };
    return { view: { ...emptyView, ...left, pasted: pastedOf(form) }, status: 200 };
  }
  const shown = [...before, ...beside];
  const read = await newLines(page, form, intent);
  const added = read.ok ? read.value : nothingMore;
  // If the page already has the maximum number of lines, "add" also adds the code in the code field to the cart.
  const full = intent !== 'add' && shown.length + added.lines.length > maxQuickLines;
  if (full && intent !== 'scan' && (await offersImport(page)))
    return onToImport(page, shown, added);
  const { order: found, fromOrders } = await orderOf(page, [
    ...shown,
    ...(full ? [] : added.lines),
  ]);
  if (intent === 'clear-refused') {
    const { order, refused } = withoutRefused(found);
    const left = { order, fromOrders, pasted: pastedOf(form), cleared: clearedOf(refused) };
    return { view: { ...emptyView, ...left }, status: 200 };
  }
  const isList = intent === 'paste' || intent === 'file';
  const fresh = found.lines
    .slice(shown.length)
    .map((line) => ({ ...line, uncounted: isList && isUncounted(line) }));
  const { kept, apart } =
    intent === 'scan' ? { kept: fresh, apart: [] } : await inTurns(splitIgnoredRows(fresh));
  // The page displays the newest line first, so the lines of a list are added from its end: the list then appears in
  // its own order.
  const order = {
    ...found,
    lines: [...found.lines.slice(0, shown.length), ...fromItsEnd(kept)],
  };
  const tooMany: QuickFault = { kind: 'too-many-lines', lines: shown.length + added.lines.length };
  const passed = [...added.passed, ...apart.map(({ entered }) => entered)];
  // Without script, Enter in a line's quantity field presses the button of the code field, which may be empty.
  const isEmpty =
    (intent === 'paste' || (intent === 'scan' && before.length === 0)) &&
    [added.lines, passed, beside].every(({ length }) => length === 0);
  const refusal = read.ok ? unread : read.refusal;
  const empty: QuickFault | null = isEmpty ? { kind: 'nothing-typed' } : null;
  const fault = full ? tooMany : (refusal ?? empty);
  // The pasted text stays in its text box unless it was just parsed.
  const pasted = intent === 'paste' && !fault ? '' : pastedOf(form);
  const { notes } = added;
  const view: QuickView = { ...emptyView, fault, pasted, order, fromOrders, passed, notes };
  if (intent === 'add') return addOrder(page, form, view);
  return { view, status: fault ? statusOfQuick(fault) : 200 };
}

const statusOfQuick = (fault: QuickFault): number =>
  fault.kind === 'too-many-lines' ||
  fault.kind === 'may-not-order' ||
  fault.kind === 'nothing-typed'
    ? 422
    : statusOf(fault);
