/**
 * The action of every page that shows an order sheet (SRCH-06): reads the typed quantities, adds the good
 * lines in one sync, and either redirects back with a message (303) or shows the page again (422, 409) with
 * what was typed and why. The ERP's sync checks neither stock nor rights (contract/erp.md 10.4), so what may
 * not be ordered is refused here; when the search engine is unavailable, that check is left to the confirmation.
 */
import { data, type ActionFunctionArgs } from '~/framework/server';
import { findCards, findCardsOrNone } from '~/features/catalogue/cards.server';
import { customerPage, type CustomerRequest } from '~/page/page';
import { leaveNotices, redirectWithNotice } from '~/page/forms/notices.server';
import { badRequest, postedFields } from '~/page/forms/posted.server';
import { isUpstreamFailure } from '~/kernel/failure';
import { addLines, noticesOf, repeatedLines } from '~/features/cart/add-lines.server';
import { readFormKey } from '~/page/forms/form-uuid.server';
import {
  carriedName,
  filledName,
  type SheetAnswer,
  type SheetLine,
  type SheetRefusal,
} from './sheet';
import { readQuantity } from '~/kernel/quantity';

/** A sheet shows at most this many rows; what is beyond is not our form. */
const maxLines = 300;
/** Longer than any product's name; it is shown to who has sent it. */
const maxName = 300;

interface Typed {
  productId: number;
  typed: string;
  /** Of a product of another page of the list. */
  name?: string | undefined;
}

export interface PostedSheet {
  key: string;
  lines: readonly Typed[];
  /** The product whose own button was pressed; null where one button adds all rows. */
  pressed: number | null;
  /** The quantities of the other rows then: the next page shows them again. */
  kept: readonly Typed[];
}

function readRows(form: URLSearchParams): Typed[] {
  const rows: Typed[] = [];
  for (const [name, typed] of form) {
    const productId = Number(/^q\.(\d{1,10})$/.exec(name)?.[1]);
    if (Number.isNaN(productId)) continue;
    const carried = form.get(carriedName(productId))?.slice(0, maxName);
    rows.push({ productId, typed, ...(carried === undefined ? {} : { name: carried }) });
  }
  if (rows.length > maxLines) throw badRequest();
  return rows;
}

/** The rows that the pressed button means: all that were typed in, or its own (one that was blank means 1). */
export function readSheet(form: URLSearchParams): PostedSheet {
  const key = readFormKey(form);
  const add = form.get('add') ?? 'all';
  if (!/^(all|\d{1,10})$/.test(add)) throw badRequest();
  const rows = readRows(form);
  const filled = rows.filter(({ typed }) => typed.trim() !== '');
  if (add === 'all') return { key, lines: filled, pressed: null, kept: [] };
  const productId = Number(add);
  const kept = filled.filter((row) => row.productId !== productId);
  const own = rows.find((row) => row.productId === productId);
  const typed = own?.typed.trim() ?? '';
  const blank = form.has(filledName(productId)) ? '' : '1';
  const lines = [{ ...own, productId, typed: typed === '' ? blank : typed }];
  return { key, lines, pressed: productId, kept };
}

/** Products that this customer may not put into a cart. */
async function barredProducts(
  page: CustomerRequest,
  ids: readonly number[],
): Promise<Map<number, SheetRefusal>> {
  const barred = new Map<number, SheetRefusal>();
  try {
    const cards = await findCards(page, ids);
    for (const id of ids) {
      const card = cards.get(id);
      if (!card) barred.set(id, 'not-known');
      else if (!card.orderable.ok) barred.set(id, 'not-orderable');
    }
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.warn(
      { event: 'sheet.unchecked', service: error.service, lines: ids.length },
      'order lines could not be checked against the catalogue',
    );
  }
  return barred;
}

/** The page as it was typed, less what went into the cart. */
function answerOf(
  reason: SheetAnswer['reason'],
  { typed, kept, pressed }: Pick<PostedSheet, 'kept' | 'pressed'> & { typed: readonly Typed[] },
  refusals: ReadonlyMap<number, SheetRefusal> = new Map(),
  added = 0,
): SheetAnswer {
  const lines: Record<number, SheetLine> = {};
  for (const { productId, typed: text, name } of [...typed, ...kept])
    lines[productId] = { typed: text, refusal: refusals.get(productId) ?? null, name };
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

/**
 * Another view of the list was asked for: it comes with what is typed here (docs/decisions/237). What the list itself
 * has proposed does not go along.
 */
async function carried(page: CustomerRequest, form: URLSearchParams): Promise<SheetAnswer> {
  const rows = readRows(form).filter(
    ({ productId, typed }) => typed.trim() !== (form.get(filledName(productId)) ?? ''),
  );
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

export const orderFromSheet = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const form = await postedFields(page.request);
    if (form.has('to')) return data(await carried(page, form));
    const sheet = readSheet(form);
    // Back to the field that was typed in last.
    const last = sheet.lines.at(-1)?.productId;
    const here = page.url.pathname + page.url.search + (last === undefined ? '' : `#q-${last}`);
    if (!page.customer.canOrder)
      return redirectWithNotice(page, here, [
        { tone: 'bad', text: page.t('cart:sheet.mayNotOrder') },
      ]);
    if (sheet.lines.length === 0)
      return redirectWithNotice(page, here, [
        { tone: 'info', text: page.t('cart:sheet.nothingTyped') },
      ]);
    const refusals = new Map<number, SheetRefusal>();
    const good: { productId: number; quantity: number }[] = [];
    for (const { productId, typed } of sheet.lines) {
      const { quantity, refusal } = readQuantity(typed);
      if (quantity === null) refusals.set(productId, refusal ?? 'not-a-number');
      else good.push({ productId, quantity });
    }
    const barred = await barredProducts(
      page,
      good.map(({ productId }) => productId),
    );
    for (const [productId, refusal] of barred) refusals.set(productId, refusal);
    const wanted = good.filter(({ productId }) => !barred.has(productId));
    if (wanted.length === 0) return data(refusedSheet(sheet, refusals, 0), { status: 422 });
    const report = await addLines(page, wanted, sheet.key);
    if (report.full) {
      const full = answerOf('full', { ...sheet, typed: sheet.lines }, refusals);
      return data(full, { status: 409 });
    }
    for (const { productId, fate } of [...report.done, ...report.repeated])
      if (fate === 'rejected') refusals.set(productId, 'not-accepted');
    if (refusals.size > 0) {
      const added = report.done.filter(({ fate }) => fate !== 'rejected').length;
      return data(refusedSheet(sheet, refusals, added), { status: 422 });
    }
    const { told, again } = repeatedLines(page, report);
    const notices = noticesOf(page, { ...report, done: [...report.done, ...told] });
    if (again.length === 0 && sheet.kept.length === 0)
      return redirectWithNotice(page, here, notices);
    leaveNotices(page, notices);
    if (again.length === 0) return data(answerOf('added', { ...sheet, typed: [] }));
    const ids = new Set(again.map(({ productId }) => productId));
    const typed = sheet.lines.filter(({ productId }) => ids.has(productId));
    return data(answerOf('repeated', { ...sheet, typed }), { status: 409 });
  });
