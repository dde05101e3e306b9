/**
 * The quick order's one form: it carries its own lines from page to page, so nothing is stored before it is
 * added. Multipart, because a pasted list may be larger than a plain form may be (P-31).
 */
import type { CustomerRequest } from '~/http/page';
import { redirectWithNotice } from '~/http/flash.server';
import { links } from '~/i18n/links';
import { addLines, noticesOf } from '../add-lines.server';
import type { EditReport } from '../cart.server';
import { FormToken } from '../form-uuid.server';
import { newFormToken } from '../sheet';
import { knownCodes } from './known-codes.server';
import { maxQuickLines, parseLine, parseText, withoutHeadRow, type TypedLine } from './lines';
import { resolved, type QuickOrder } from './quick-order';

export type QuickFault =
  | { kind: 'too-many-lines'; lines: number }
  | { kind: 'not-csv' }
  | { kind: 'file-too-large'; megabytes: number }
  | { kind: 'may-not-order' };

export interface QuickView {
  kind: 'quick-order';
  token: string;
  order: QuickOrder;
  fault: QuickFault | null;
  /** What was pasted, when it could not be read. */
  pasted: string;
  fromOrders: boolean;
  /** Lines that have just gone into the cart while others are still to be corrected. */
  added: number;
  /** This very form had been taken before: nothing was added twice. */
  repeated: boolean;
}

const empty: QuickOrder = { lines: [], ready: 0, total: resolved([], new Map()).total };

export const emptyQuickView = (): QuickView => ({
  ...{ kind: 'quick-order', token: newFormToken(), order: empty, fault: null },
  ...{ pasted: '', fromOrders: false, added: 0, repeated: false },
});

const text = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** The lines that the page already showed, with their quantities as they are now. */
function shownLines(form: FormData): TypedLine[] {
  const lines: TypedLine[] = [];
  for (let index = 0; index < maxQuickLines; index += 1) {
    const entered = form.get(`c.${index}`);
    if (typeof entered !== 'string') break;
    const line = parseLine(entered);
    const quantity = form.get(`q.${index}`);
    if (line) lines.push(typeof quantity === 'string' ? { ...line, typed: quantity } : line);
  }
  return lines;
}

interface Added {
  lines: TypedLine[];
  fault: QuickFault | null;
  pasted: string;
}

async function newLines(
  form: FormData,
  intent: string,
  room: number,
  csvMaxMb: number,
): Promise<Added> {
  const nothing = (fault: QuickFault | null, pasted = ''): Added => ({ lines: [], fault, pasted });
  if (intent === 'scan') {
    const line = parseLine(text(form, 'code'));
    if (!line) return nothing(null);
    if (room < 1) return nothing({ kind: 'too-many-lines', lines: maxQuickLines + 1 });
    return { lines: [{ ...line, typed: line.typed || text(form, 'n') }], fault: null, pasted: '' };
  }
  if (intent !== 'paste' && intent !== 'file') return nothing(null);
  let given = text(form, 'paste');
  if (intent === 'file') {
    const file = form.get('csv');
    if (!(file instanceof File) || file.size === 0) return nothing(null);
    if (!/\.csv$/i.test(file.name)) return nothing({ kind: 'not-csv' });
    if (file.size > csvMaxMb * 1024 * 1024)
      return nothing({ kind: 'file-too-large', megabytes: csvMaxMb });
    given = withoutHeadRow((await file.text()).replace(/^\uFEFF/, ''));
  }
  const { lines, tooMany } = parseText(given, room);
  if (tooMany === null) return { lines, fault: null, pasted: '' };
  const kept = intent === 'paste' ? given.slice(0, 20_000) : '';
  return nothing({ kind: 'too-many-lines', lines: tooMany }, kept);
}

async function orderOf(
  page: CustomerRequest,
  lines: readonly TypedLine[],
): Promise<{ order: QuickOrder; fromOrders: boolean }> {
  if (lines.length === 0) return { order: empty, fromOrders: false };
  const { found, fromOrders } = await knownCodes(
    page,
    lines.map(({ code }) => code),
  );
  return { order: resolved(lines, found), fromOrders };
}

function addReady(page: CustomerRequest, order: QuickOrder, token: string): Promise<EditReport> {
  const ready = order.lines.flatMap(({ card, quantity, fault }) =>
    card && quantity !== null && fault === null ? [{ productId: card.id, quantity }] : [],
  );
  return addLines(page, ready, token);
}

/** 303 when everything is in the cart; else the page again, with what is still to be corrected. */
export async function quickOrderAction(
  page: CustomerRequest,
): Promise<{ view: QuickView; status: number } | Response> {
  const form = await page.request.formData();
  const intent = text(form, 'do');
  const shown = shownLines(form);
  const { csvMaxMb } = page.context.site;
  const added = await newLines(form, intent, maxQuickLines - shown.length, csvMaxMb);
  const { order, fromOrders } = await orderOf(page, [...shown, ...added.lines]);
  const { fault } = added;
  // What stands in the box is kept unless it has just been read.
  const pasted = intent === 'paste' ? added.pasted : text(form, 'paste').slice(0, 20_000);
  const view: QuickView = { ...emptyQuickView(), fault, pasted, order, fromOrders };
  if (intent !== 'add') return { view, status: added.fault ? 422 : 200 };
  if (!page.customer.canOrder)
    return { view: { ...view, fault: { kind: 'may-not-order' } }, status: 422 };
  const token = FormToken.safeParse(form.get('tx'));
  if (!token.success || order.ready === 0) return { view, status: 422 };
  const report = await addReady(page, order, token.data);
  const refused = report.done.filter(({ fate }) => fate === 'rejected');
  if (report.repeated.length > 0) return { view: { ...view, repeated: true }, status: 409 };
  const left = order.lines.filter(({ fault }) => fault !== null);
  if (left.length === 0 && refused.length === 0)
    return redirectWithNotice(page, links.quickOrder(page.locale), noticesOf(page, report));
  const rest = await orderOf(page, left);
  return { view: { ...view, ...rest, added: order.ready - refused.length }, status: 422 };
}
