/**
 * The action of every page that shows an order sheet (SRCH-06): reads the typed quantities, adds the good
 * lines in one sync, and either redirects back with a message (303) or shows the page again (422, 409) with
 * what was typed and why. The ERP's sync checks neither stock nor rights (contract/erp.md 10.4), so what may
 * not be ordered is refused here; when the search engine is unavailable, that check is left to the confirmation.
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
  repeatedLines,
  summedLines,
} from '~/ordering/cart/add-lines.server';
import { askOnSheet, findUnusual, sureName } from '~/ordering/cart/unusual-quantity.server';
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
  /** Products that this customer may not put into a cart. */
  barred: ReadonlyMap<number, SheetRefusal>;
  /** Empty where the catalogue is unavailable. */
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

/** The quantities that can be read, and why the others cannot. */
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

/** The page as it was typed, less what went into the cart. */
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

/** Only what was refused is still to be sent. */
function refusedSheet(
  sheet: PostedSheet,
  refusals: ReadonlyMap<number, SheetRefusal>,
  added: number,
): SheetAnswer {
  const typed = sheet.lines.filter(({ productId }) => refusals.has(productId));
  return answerOf('refused', { ...sheet, typed }, refusals, added);
}

/** A scanner's Enter has sent the form, not a person: nothing of it is added, and all stays as it stands. */
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
 * Another view of the list was asked for: it comes with what is typed here. What the list itself
 * has proposed does not go along.
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

/** For a page with other forms beside its sheet, which has read what was posted. */
export async function orderSheet(page: CustomerRequest, form: URLSearchParams) {
  if (form.has('to')) return data(await carried(page, form));
  if (isNarrowed(page.url, form)) {
    const list = narrowed(page.url, form);
    const answer = await carried(page, form);
    // Nothing goes along: an address to keep and to pass on.
    return Object.keys(answer.lines).length === 0
      ? redirectWithNotice(page, list, [])
      : data(answer, { headers: { Location: list } });
  }
  const posted = readSheet(form);
  const own = page.url.pathname + page.url.search;
  // What was proposed and is added, or was emptied on purpose, is not proposed by the page that comes.
  const address = readRows(form).some(({ proposed }) => proposed) ? blankAddress(own, true) : own;
  // Back to the field that was typed in last.
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
  const unusual = form.has(sureName)
    ? []
    : await findUnusual(page, summedLines(allowed), checked.cards);
  const asked = new Set(unusual.map(({ productId }) => productId));
  const refused = () => posted.lines.filter(({ productId }) => refusals.has(productId));
  // The button of the question carries along what else stays typed.
  const askBeside = (typed: readonly Typed[]) =>
    askOnSheet(page, unusual, own, fieldsOfRows([...typed, ...posted.kept]));
  const sheet = {
    ...posted,
    lines: posted.lines.filter(({ productId }) => !asked.has(productId)),
    kept: [...posted.kept, ...posted.lines.filter(({ productId }) => asked.has(productId))],
  };
  const wanted = allowed.filter(({ productId }) => !asked.has(productId));
  leaveNotices(page, askBeside(refused()));
  if (wanted.length === 0 && refusals.size === 0)
    return shown(answerOf('added', { ...sheet, typed: [] }));
  if (wanted.length === 0) return shown(refusedSheet(sheet, refusals, 0), 422);
  const report = await addLines(page, wanted, sheet.key);
  if (report.full) {
    leaveNotices(page, askBeside(sheet.lines));
    const full = answerOf('full', { ...sheet, typed: sheet.lines }, refusals);
    return shown(full, 409);
  }
  for (const { productId, fate } of [...report.done, ...report.repeated]) {
    const refusal = refusalOfFate(fate);
    if (refusal) refusals.set(productId, refusal);
  }
  if (refusals.size > 0) {
    leaveNotices(page, askBeside(refused()));
    const added = report.done.filter(({ productId }) => !refusals.has(productId)).length;
    return shown(refusedSheet(sheet, refusals, added), 422);
  }
  const { said, again } = repeatedLines(page, report);
  const ids = new Set(again.map(({ productId }) => productId));
  const typed = sheet.lines.filter(({ productId }) => ids.has(productId));
  const notices = [...noticesOf(page, { ...report, done: said }), ...askBeside(typed)];
  if (again.length === 0 && sheet.kept.length === 0) return redirectWithNotice(page, here, notices);
  leaveNotices(page, notices);
  if (again.length === 0) return shown(answerOf('added', { ...sheet, typed: [] }));
  return shown(answerOf('repeated', { ...sheet, typed }), 409);
}

export const orderFromSheet = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => orderSheet(page, await postedFields(page.request)));
