/**
 * The quick order's one form: it carries its own lines from page to page, so nothing is stored before it is
 * added. Multipart, because a pasted list may be larger than a plain form may be (P-31).
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
  repeatedLines,
} from '~/ordering/cart/add-lines.server';
import { limitOf } from '~/ordering/cart/unusual-quantity.server';
import type { EditReport } from '~/ordering/cart/cart.server';
import { clearedOf, restoredLines, type ClearedLine } from './cleared-lines';
import type { OrderFile } from './csv/order-file';
import { findFormKey, readFormKey } from '~/base/page/forms/form-uuid.server';
import { statusOf, type FileFault } from './import/file-fault';
import { offersImport } from './import/import-view.server';
import { toPreview } from './import/prepare.server';
import { formAround, formFault, megabyte, readFile } from './import/read-file.server';
import { isLongText, type ListNote } from './list-columns';
import { newIdempotencyKey } from '~/base/page/forms/idempotency-key.server';
import { knownCodes } from './known-codes.server';
import {
  besideCode,
  confirmed,
  isUncounted,
  maxQuickLines,
  parseLine,
  withField,
  type TypedLine,
} from './lines';
import { pastedLines } from './pasted.server';
import type { LineFault, QuickOrder } from './quick-order';
import { codesOf, resolved } from './resolve.server';
import { setApart } from './passed-rows';
import { fromItsEnd, withoutRefused } from './rows';

export type QuickFault =
  | FileFault
  /** More than fit on this page, and the ERP has no import of files. */
  | { kind: 'too-many-lines'; lines: number }
  | { kind: 'may-not-order' }
  /** A button was pressed and its box is empty. */
  | { kind: 'nothing-typed' };

export interface QuickView {
  kind: 'quick-order';
  /** Of the answer, not of each page that shows it: with Back or reload it is the same form, whose lines count once. */
  formKey: string;
  order: QuickOrder;
  fault: QuickFault | null;
  /** What was pasted, when it could not be read. */
  pasted: string;
  fromOrders: boolean;
  /** Rows of the list or file that order nothing, as they are named. */
  passed?: readonly string[];
  notes?: readonly ListNote[];
  /** Lines that were all taken out at once and can be brought back. */
  cleared?: readonly ClearedLine[];
  /** Lines that have just gone into the cart while others are still to be corrected. */
  added: number;
  /** Lines that this very form had added before: they are not added twice, and stay to be added again. */
  repeated: number;
}

const empty: QuickOrder = { lines: [], ready: 0, total: sumCents([]) };

export const emptyQuickView = (
  page: CustomerRequest,
  formKey: string | null = null,
): QuickView => ({
  ...{ kind: 'quick-order', formKey: formKey ?? newIdempotencyKey(page) },
  ...{ order: empty, fault: null },
  ...{ pasted: '', fromOrders: false, added: 0, repeated: 0 },
});

const text = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** What the quantity field of a line holds, and whether the customer has confirmed just that; null: it has none. */
function quantityAt(form: FormData, index: number): string | null {
  const quantity = form.get(`q.${index}`);
  if (typeof quantity !== 'string') return null;
  const sure = confirmed(quantity);
  return form.get(`s.${index}`) === sure ? sure : quantity;
}

/** The lines that the page already showed, with codes and quantities as they are now, less the dropped one. */
function shownLines(form: FormData): TypedLine[] {
  const lines: TypedLine[] = [];
  const dropped = text(form, 'drop');
  for (let index = 0; index < maxQuickLines; index += 1) {
    const entered = form.get(`c.${index}`);
    if (typeof entered !== 'string') break;
    if (dropped === String(index)) continue;
    const line = parseLine(text(form, `p.${index}`) || entered);
    if (line) lines.push(withField(line, quantityAt(form, index)));
  }
  return lines;
}

/** The code that stands in its field, with the quantity beside it. */
function lineInField(form: FormData): TypedLine[] {
  const line = parseLine(text(form, 'code'));
  return line ? [{ ...line, typed: line.typed || besideCode(text(form, 'n')) }] : [];
}

/** What is added to the lines that were there. */
type Added = OrderFile & { name: string };

type Refusals = ReadonlyMap<number, LineFault>;

const nothingMore: Added = { lines: [], head: null, name: '', passed: [], notes: [] };

/** As much work as an upload, and so counted with them: a scanned line is not. */
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

/** What stands in the box beside the lines. The browser still has a longer list; half of one would be ordered by mistake. */
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
  return { order: await resolved(lines, known, await limitOf(page)), fromOrders: known.fromOrders };
}

function addReady(page: CustomerRequest, order: QuickOrder, formKey: string): Promise<EditReport> {
  const ready = order.lines.flatMap(({ card, quantity, fault }) =>
    card && quantity !== null && fault === null ? [{ productId: card.id, quantity }] : [],
  );
  return addLines(page, ready, formKey);
}

/** More lines than this page edits: they go on to the preview of an import, those shown here first. */
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

/** Lines that were not taken stay with their quantity and say so; "add" tries them once more. */
const withRefused = (order: QuickOrder, refusals: Refusals): QuickOrder => {
  const lines = order.lines.map((line) => {
    const fault = refusals.get(line.card?.id ?? 0);
    return fault && line.fault === null ? { ...line, fault, amount: null } : line;
  });
  const ready = lines.filter(({ fault }) => fault === null);
  const total = sumCents(ready.flatMap(({ amount }) => (amount === null ? [] : [amount])));
  return { lines, ready: ready.length, total };
};

/** The lines that are ready go into the cart; the others stay on the page to be corrected. */
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
  // Nothing was taken: all of it stays where it is.
  if (report.full) {
    leaveNotices(page, noticesOf(page, report));
    return { view, status: 409 };
  }
  const { said: done, again } = repeatedLines(page, report);
  const refusals: Refusals = new Map(
    done.flatMap(({ productId, fate }): [number, LineFault][] => {
      const refusal = refusalOfFate(fate);
      return refusal ? [[productId, { kind: 'quantity', refusal }]] : [];
    }),
  );
  const ids = new Set(again.map(({ productId }) => productId));
  const staying = new Set([...ids, ...refusals.keys()]);
  const left = order.lines.filter(
    ({ fault, card }) => fault !== null || staying.has(card?.id ?? 0),
  );
  // What was pasted and not read yet stays in its box.
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

/** At most four fields a line, and those around them (P-31). */
const maxParts = 4 * maxQuickLines + 20;

const formDataOf = (fields: URLSearchParams): FormData => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
};

/** What was posted; where its file could not be taken in, what stands before it, and why. */
async function postedForm(
  page: CustomerRequest,
): Promise<{ form: FormData; unread: FileFault | null }> {
  const { request, context } = page;
  const { csvMaxMb } = context.site;
  if (!isMultipart(request)) return { form: formDataOf(await postedFields(request)), unread: null };
  const maxBytes = csvMaxMb * megabyte + formAround;
  const posted = await readMultipart(page, { maxBytes, maxParts, visitorNetwork: null });
  if (posted.ok) return { form: posted.value, unread: null };
  const fields = posted.refusal.kind === 'malformed' ? [] : posted.refusal.fields;
  const typed = new URLSearchParams(fields.map(([name, value]) => [name, value]));
  return {
    form: formDataOf(cleanForm(typed, new URLSearchParams())),
    unread: formFault(posted.refusal, csvMaxMb),
  };
}

/** 303 when everything is in the cart; else the page again, with what is still to be corrected. */
export async function quickOrderAction(page: CustomerRequest): Promise<Answer | Response> {
  const { form, unread } = await postedForm(page);
  const intent = unread ? '' : text(form, 'do');
  const restored = intent === 'restore' ? restoredLines(text(form, 'cleared')) : [];
  // Whatever is pressed, a code that was typed before is a line, as where a script has made one of it.
  const beside = intent === 'scan' ? [] : lineInField(form);
  const before = [...shownLines(form), ...restored];
  // Its lines count once, however often it is checked or has lines added on the way to the cart (CART-01).
  const emptyView = emptyQuickView(page, intent === 'add' ? null : findFormKey(form));
  if (intent === 'clear') {
    const left = { ...(await orderOf(page, beside)), cleared: clearedOf(before) };
    return { view: { ...emptyView, ...left, pasted: pastedOf(form) }, status: 200 };
  }
  const shown = [...before, ...beside];
  const read = await newLines(page, form, intent);
  const added = read.ok ? read.value : nothingMore;
  // A code beside a full list goes into the cart with it.
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
    intent === 'scan' ? { kept: fresh, apart: [] } : await inTurns(setApart(fresh));
  // The newest line stands on top: a list is read from its end, and so stands there in its own order.
  const order = {
    ...found,
    lines: [...found.lines.slice(0, shown.length), ...fromItsEnd(kept)],
  };
  const tooMany: QuickFault = { kind: 'too-many-lines', lines: shown.length + added.lines.length };
  const passed = [...added.passed, ...apart.map(({ entered }) => entered)];
  // Without script, Enter in the quantity of a line presses the button of the code, which may be empty then.
  const isEmpty =
    (intent === 'paste' || (intent === 'scan' && before.length === 0)) &&
    [added.lines, passed, beside].every(({ length }) => length === 0);
  const refusal = read.ok ? unread : read.refusal;
  const empty: QuickFault | null = isEmpty ? { kind: 'nothing-typed' } : null;
  const fault = full ? tooMany : (refusal ?? empty);
  // What stands in the box is kept unless it has just been read.
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
