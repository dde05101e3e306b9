/**
 * Action of every page with an order sheet (SRCH-06). It parses the entered quantities and adds the valid lines to the
 * cart in one sync. Then it redirects with a notice (303), or displays the page again with input and errors (422, 409).
 * The ERP checks neither stock nor rights when the cart is synced (contract/erp.md 10.4), so the shop rejects products
 * that may not be ordered. When the search engine is unavailable, checkout makes that check.
 */
import { data, type ActionFunctionArgs } from '~/base/framework/server';
import { findCardsOrNone } from '~/catalogue/products/cards.server';
import { findProducts } from '~/catalogue/products/products.server';
import { customerPage, type CustomerRequest } from '~/base/page/page';
import { leaveNotices, redirectWithNotice } from '~/base/page/forms/notices.server';
import { postedFields } from '~/base/page/forms/posted.server';
import { isUpstreamFailure } from '~/base/kernel/failure';
import {
  addLines,
  noticesOf,
  refusalOfFate,
  splitRepeatedLines,
} from '~/ordering/cart/add-lines.server';
import { askOnSheet, sureTotals, withNames } from '~/ordering/cart/unusual-quantity.server';
import type { ProductCard } from '~/catalogue/products/product';
import {
  fieldsOfRows,
  isByHand,
  isCodeTyped,
  isNarrowed,
  narrowed,
  readRows,
  readSheet,
  type PostedSheet,
  type Typed,
} from './posted-sheet.server';
import { blankAddress, type SheetAnswer, type SheetLine, type SheetRefusal } from './sheet';
import { readQuantity } from '~/base/kernel/quantity';

interface Checked {
  /** Products that this customer may not add to a cart. */
  barred: ReadonlyMap<number, SheetRefusal>;
  /** Cards of the products; empty when the catalogue is unavailable. */
  cards: ReadonlyMap<number, ProductCard>;
}

async function checkedProducts(page: CustomerRequest, ids: readonly number[]): Promise<Checked> {
  const barred = new Map<number, SheetRefusal>();
  try {
    const { cards, gone } = await findProducts(page, ids);
    for (const id of ids) {
      if (gone.has(id)) barred.set(id, 'not-known');
      else if (cards.get(id)?.orderable.ok === false) barred.set(id, 'not-orderable');
    }
    return { barred, cards };
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.warn(
      { event: 'sheet.unchecked', service: error.service, lines: ids.length },
      'order lines could not be checked against the catalogue',
    );
  }
  return { barred, cards: new Map() };
}

/** Splits the lines into valid quantities and errors. */
function readTyped(lines: readonly Typed[]) {
  const refusals = new Map<number, SheetRefusal>();
  const good: { productId: number; quantity: number }[] = [];
  for (const { productId, typed } of lines) {
    const { quantity, refusal } = readQuantity(typed);
    if (quantity === null)
      refusals.set(productId, isCodeTyped(typed) ? 'code' : (refusal ?? 'not-a-number'));
    else good.push({ productId, quantity });
  }
  return { good, refusals };
}

/** Builds the response with the form's input, without the lines that were added. */
function answerOf(
  reason: SheetAnswer['reason'],
  { typed, kept, pressed }: Pick<PostedSheet, 'kept' | 'pressed'> & { typed: readonly Typed[] },
  refusals: ReadonlyMap<number, SheetRefusal> = new Map(),
  added: SheetAnswer['added'] = 0,
): SheetAnswer {
  const lines: Record<number, SheetLine> = {};
  for (const { productId, typed: text, ...rest } of [...typed, ...kept])
    lines[productId] = { ...rest, typed: text, refusal: refusals.get(productId) ?? null };
  return { kind: 'sheet-answer', reason, lines, count: typed.length, pressed, added };
}

/** Builds the response with only the rejected lines, for another attempt. */
function refusedSheet(
  sheet: PostedSheet,
  refusals: ReadonlyMap<number, SheetRefusal>,
  added: number,
): SheetAnswer {
  const typed = sheet.lines.filter(({ productId }) => refusals.has(productId));
  return answerOf('refused', { ...sheet, typed }, refusals, added);
}

/**
 * A quantity field contains a code, so a scanner's Enter submitted the form and not the customer: adds nothing and
 * preserves all input.
 */
function scannedSheet(
  sheet: PostedSheet,
  refusals: ReadonlyMap<number, SheetRefusal>,
): SheetAnswer {
  const typed = sheet.lines.filter(({ productId }) => refusals.get(productId) === 'code');
  const kept = [...sheet.lines, ...sheet.kept].filter((row) => !typed.includes(row));
  const [first] = typed;
  const pressed = first?.productId ?? null;
  return answerOf('refused', { typed, kept, pressed }, refusals, null);
}

/**
 * The customer switched to another page, sort order or filter of the list: the response preserves the input, without
 * quantities that the list proposed.
 */
async function carried(page: CustomerRequest, form: URLSearchParams): Promise<SheetAnswer> {
  const rows = readRows(form).filter(isByHand);
  const unnamed = rows.filter(({ name }) => name === undefined);
  const cards = await findCardsOrNone(
    page,
    unnamed.map(({ productId }) => productId),
  );
  const typed = rows.map((row) => ({
    ...row,
    name: row.name ?? cards?.get(row.productId)?.name ?? `${row.productId}`,
  }));
  return answerOf('carried', { typed, kept: [], pressed: null });
}

/** Processes a posted order sheet. For pages with further forms, which have already parsed the post. */
export async function orderSheet(page: CustomerRequest, form: URLSearchParams) {
  if (form.has('to')) return data(await carried(page, form));
  if (isNarrowed(page.url, form)) {
    const list = narrowed(page.url, form);
    const answer = await carried(page, form);
    // Without input to carry, redirect to an address that can be bookmarked and shared.
    return Object.keys(answer.lines).length === 0
      ? redirectWithNotice(page, list, [])
      : data(answer, { headers: { Location: list } });
  }
  const posted = readSheet(form);
  const own = page.url.pathname + page.url.search;
  // The next page must not propose quantities again that were added, or that the customer emptied.
  const address = readRows(form).some(({ proposed }) => proposed) ? blankAddress(own, true) : own;
  // Scroll back to the last field with input.
  const last = posted.lines.at(-1)?.productId;
  const here = address + (last === undefined ? '' : `#q-${last}`);
  const shown = (answer: SheetAnswer, status = 200) =>
    data(answer, { status, headers: { Location: address } });
  if (!page.customer.canOrder)
    return redirectWithNotice(page, here, [
      { tone: 'bad', text: page.t('catalogue:bar.may-not-order.meaning') },
    ]);
  if (posted.lines.length === 0)
    return redirectWithNotice(page, here, [
      { tone: 'info', text: page.t('cart:sheet.nothingTyped') },
    ]);
  const { good, refusals } = readTyped(posted.lines);
  if ([...refusals.values()].includes('code')) return shown(scannedSheet(posted, refusals), 422);
  const checked = await checkedProducts(
    page,
    good.map(({ productId }) => productId),
  );
  for (const [productId, refusal] of checked.barred) refusals.set(productId, refusal);
  const allowed = good.filter(({ productId }) => !checked.barred.has(productId));
  if (allowed.length === 0) return shown(refusedSheet(posted, refusals, 0), 422);
  const sure = sureTotals(form) ?? new Map<number, number>();
  const report = await addLines(page, allowed, posted.key, { cards: checked.cards, sure });
  const asked = new Set(report.asked.map(({ productId }) => productId));
  // The button that confirms unusual quantities also posts the other rows with input.
  const askBeside = (typed: readonly Typed[]) => {
    const rows = fieldsOfRows([...typed, ...posted.kept]);
    return askOnSheet(page, withNames(report.asked, checked.cards), own, rows);
  };
  const sheet = {
    ...posted,
    lines: posted.lines.filter(({ productId }) => !asked.has(productId)),
    kept: [...posted.kept, ...posted.lines.filter(({ productId }) => asked.has(productId))],
  };
  if (report.full) {
    const full = answerOf('full', { ...sheet, typed: sheet.lines }, refusals);
    return shown({ ...full, ask: askBeside(sheet.lines) }, 409);
  }
  for (const { productId, fate } of [...report.done, ...report.repeated]) {
    const refusal = refusalOfFate(fate);
    if (refusal) refusals.set(productId, refusal);
  }
  if (refusals.size > 0) {
    const ask = askBeside(posted.lines.filter(({ productId }) => refusals.has(productId)));
    const added = report.done.filter(({ productId }) => !refusals.has(productId)).length;
    return shown({ ...refusedSheet(sheet, refusals, added), ask }, 422);
  }
  const { said, again } = splitRepeatedLines(page, report, sure);
  const ids = new Set(again.map(({ productId }) => productId));
  const typed = sheet.lines.filter(({ productId }) => ids.has(productId));
  const notices = noticesOf(page, { ...report, done: said });
  if (again.length === 0 && sheet.kept.length === 0) return redirectWithNotice(page, here, notices);
  leaveNotices(page, notices);
  const ask = askBeside(typed);
  if (again.length === 0) return shown({ ...answerOf('added', { ...sheet, typed: [] }), ask });
  return shown({ ...answerOf('repeated', { ...sheet, typed }), ask }, 409);
}

export const orderFromSheet = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => orderSheet(page, await postedFields(page.request)));
