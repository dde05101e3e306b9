/**
 * Handles the forms of the cart page. It changes quantities and, with `do=checkout`, continues to the delivery step. It
 * undoes edits, dismisses notices, and adds dropped lines again. With `do=leave` it discards unsent edits before the
 * sign-out page ends the session (CART-08).
 */
import { data, redirect } from '~/base/framework/server';
import type { FormFields, NoticeMessage } from '~/base/page/notice';
import { redirectWithQuestion } from '~/base/page/forms/answered.server';
import { leaveNotices, redirectWithNotice } from '~/base/page/forms/notices.server';
import type { CustomerRequest } from '~/base/page/page';
import type { SheetLine } from '~/ordering/order-sheet/sheet';
import { timesUsual } from '~/catalogue/products/usual-quantity';
import { askNotices, findMost, sureName, withNames } from '../unusual-quantity.server';
import type { ProductCard } from '~/catalogue/products/product';
import { findCardsOrNone } from '~/catalogue/products/cards.server';
import { links } from '~/base/i18n/links';
import { addLines, changeNoticesOf, noticesOf } from '../add-lines.server';
import { quantitiesOf } from '../cart';
import { rememberConfirmed } from '../confirmed-quantities.server';
import {
  discardUnsent,
  dismissNotice,
  editCart,
  ledgerOf,
  type CartState,
  type EditReport,
} from '../cart.server';
import { formUuid, readFormKey } from '~/base/page/forms/form-uuid.server';
import { newIdempotencyKey } from '~/base/page/forms/idempotency-key.server';
import { badRequest, postedFields } from '~/base/page/forms/posted.server';
import type { Edit } from '../sync/form-sync.server';
import { keyOf, undoUuid, type LineKey, type Quantities } from '../transaction';
import { findBarred, keptOutNotices, withdrawLines } from './barred-lines.server';
import {
  addressOf,
  cartOf,
  editsBack,
  editsOf,
  readCartForm,
  type CartForm,
} from './cart-form.server';
import type { CartFormAnswer } from './cart-page';

/**
 * Prefix of the field that undoes a change of one line: the prefix, then the line key. Its value is the number of
 * pieces to add back, negative to remove pieces.
 */
const undoName = 'u.';
const mostUndone = 10;

interface Changed {
  uuid: string;
  key: LineKey;
  productId: number;
  before: number;
  now: number;
}

/**
 * Lines that the form changed, or will change once the ERP responds. Lines that the customer must check have their own
 * notice.
 */
function changedLines(report: EditReport, before: Quantities): Changed[] {
  return report.done.flatMap((edit) => {
    if (edit.fate !== 'acked' && edit.fate !== 'waiting') return [];
    const { uuid, productId } = edit;
    const key = keyOf(edit);
    const was = before.get(key) ?? 0;
    return [{ uuid, key, productId, before: was, now: Math.max(0, was + edit.quantity) }];
  });
}

/** Text that names the removed lines, or a single changed line. Several changed lines are only counted. */
async function textOf(page: CustomerRequest, changed: readonly Changed[]): Promise<string> {
  const { t } = page;
  const removed = changed.filter(({ now }) => now === 0);
  const [kept, ...more] = changed.filter(({ now }) => now > 0);
  const named = [...removed, ...(kept && more.length === 0 ? [kept] : [])];
  const cards = await findCardsOrNone(
    page,
    named.map(({ productId }) => productId),
  );
  const said = named.map(({ productId, before, now }) => {
    const name = cards?.get(productId)?.name;
    if (name === undefined) return t('cart:change.lines', { count: 1 });
    return now === 0
      ? t('cart:change.removed', { name, quantity: before })
      : t('cart:change.set', { name, quantity: now, before });
  });
  if (more.length > 0) said.push(t('cart:change.lines', { count: more.length + 1 }));
  return said.join(' ');
}

/** A notice about the customer's edits, with a button to undo them (CART-12). */
async function undoNotice(
  page: CustomerRequest,
  changed: readonly Changed[],
  cart: string,
): Promise<NoticeMessage[]> {
  const { t, locale } = page;
  if (changed.length === 0) return [];
  const text = await textOf(page, changed);
  const lines = changed.map(({ uuid, key, before, now }) =>
    now === 0
      ? (['back', undoUuid(uuid)] as const)
      : ([undoName + key, String(before - now)] as const),
  );
  const tx = newIdempotencyKey(page);
  const fields = [['do', 'undo'], ['tx', tx], ['cart', cart], ...lines] as const;
  const action = links.cart(locale);
  // With more lines than this, the undo fields do not fit into the notice.
  if (changed.length > mostUndone) return [{ tone: 'info', text }];
  return [{ tone: 'info', text, undo: { action, text: t('cart:change.undo'), fields } }];
}

/** The undo button again, for another attempt after the first one failed. */
const undoAgain = (page: CustomerRequest, fields: URLSearchParams) => ({
  action: links.cart(page.locale),
  text: page.t('cart:change.undo'),
  fields: [...fields].filter(([name]) => /^(?:do|tx|cart|back|u\..*)$/.test(name)),
});

/**
 * Undoes one edit, once, however often the button is pressed. Pieces that another page or device has added since stay
 * in the line. A line that is already gone loses nothing.
 */
async function undo(page: CustomerRequest, fields: URLSearchParams): Promise<Response> {
  const formKey = readFormKey(fields);
  const wanted = [...fields].flatMap(([name, value]) => {
    const key = name.startsWith(undoName) ? name.slice(undoName.length) : '';
    const address = addressOf(key);
    // The ERP may have held more pieces than a customer may enter, or a fraction of a piece.
    const quantity = /^-?\d{1,6}(\.\d{1,17})?$/.test(value) ? Number(value) : null;
    return address && quantity !== null ? [{ key, address, quantity }] : [];
  });
  const back = fields.getAll('back');
  const count = wanted.length + back.length;
  if (count === 0 || count > mostUndone) throw badRequest();
  const cart = cartOf(fields);
  const returned = await backInto(page, back);
  const more = wanted.flatMap(({ address, quantity }) => (quantity > 0 ? [address] : []));
  const { products, bars } = await findBarred(
    page,
    more.map(({ productId }) => productId),
  );
  const isBarred = ({ productId }: { productId: number }): boolean => bars.has(productId);
  const keptOut = [...returned.keptOut, ...keptOutNotices(page, products, more.filter(isBarred))];
  const possible = wanted.filter(({ address, quantity }) => quantity < 0 || !isBarred(address));
  const raised = [...returned.ids, ...more.map(({ productId }) => productId)];
  const cards = await findCardsOrNone(page, raised);
  const mostOf = await findMost(page, raised, { cards, isBack: true });
  const report = await editCart(page, (current, _open, takenOut) =>
    withMost(
      [
        ...editsBack(returned.back, cart, takenOut),
        ...possible.map(({ key, address, quantity }) => ({
          uuid: formUuid(formKey, `${key} undo`),
          ...address,
          quantity: Math.max(quantity, -(current.get(key) ?? 0)),
          cart,
          isBack: true,
        })),
      ],
      mostOf,
    ),
  );
  if (report.full)
    return redirectWithNotice(page, links.cart(page.locale), [
      { tone: 'bad', text: page.t('cart:sheet.full'), undo: undoAgain(page, fields) },
    ]);
  const ask = askInCart(page, report.asked, { cards, cart: cart ?? '', isChange: true });
  const isNone = report.done.length === 0 && keptOut.length + ask.length > 0;
  const notices = [...(isNone ? [] : undoneNotices(page, report)), ...keptOut];
  return redirectWithQuestion(page, links.cart(page.locale), { notices, ask });
}

/** Separates the lines to restore into those that may be ordered and notices about the others. */
async function backInto(
  page: CustomerRequest,
  back: readonly string[],
): Promise<{ back: readonly string[]; keptOut: NoticeMessage[]; ids: readonly number[] }> {
  if (back.length === 0) return { back, keptOut: [], ids: [] };
  const { takenOut } = await ledgerOf(page).head();
  const asked = takenOut.filter(({ uuid }) => back.includes(undoUuid(uuid)));
  const { products, bars } = await findBarred(
    page,
    asked.map(({ productId }) => productId),
  );
  const barred = asked.filter(({ productId }) => bars.has(productId));
  const out = new Set(barred.map(({ uuid }) => undoUuid(uuid)));
  return {
    back: back.filter((uuid) => !out.has(uuid)),
    keptOut: keptOutNotices(page, products, barred),
    ids: asked.map(({ productId }) => productId),
  };
}

function undoneNotices(page: CustomerRequest, report: EditReport): NoticeMessage[] {
  const back = changedLines(report, new Map()).length;
  const notices = changeNotices(page, report);
  if (back > 0 && notices.length === 0)
    notices.push({ tone: 'ok', text: page.t('cart:change.undone', { count: back }) });
  // No edit was left to undo. If the ERP rejects a quantity, the cart page explains why.
  else if (report.done.length + report.asked.length === 0)
    notices.push({ tone: 'info', text: page.t('cart:change.repeated') });
  return notices;
}

function changeNotices(page: CustomerRequest, report: EditReport): NoticeMessage[] {
  if (!report.full && report.repeated.length > 0 && report.done.length === 0)
    return [{ tone: 'info', text: page.t('cart:change.repeated') }];
  return changeNoticesOf(page, report);
}

/**
 * True when no edit waits (CART-07) and each line holds the entered quantity. False also when the ERP rejected a
 * quantity, or when the form repeats an earlier edit and the line has changed since.
 */
function holds({ sync, cart, lines }: CartState, typed: Quantities): boolean {
  if (sync !== 'synced' || lines.length === 0 || lines.some(({ pending }) => pending)) return false;
  const held = quantitiesOf(cart);
  return [...typed].every(([key, quantity]) => (held.get(key) ?? 0) === quantity);
}

async function takeAgain(page: CustomerRequest, id: string, formKey: string): Promise<Response> {
  const cart = links.cart(page.locale);
  const { notices } = await ledgerOf(page).head();
  const notice = notices.find((one) => one.id === id && one.kind === 'dropped');
  if (!notice) return redirectWithNotice(page, cart, []);
  const wanted = notice.lines.filter(({ quantity }) => quantity > 0);
  const { products, bars } = await findBarred(
    page,
    wanted.map(({ productId }) => productId),
  );
  const lines = wanted.filter(({ productId }) => !bars.has(productId));
  const keptOut = keptOutNotices(
    page,
    products,
    wanted.filter(({ productId }) => bars.has(productId)),
  );
  const cards = products?.cards ?? null;
  const report = await addLines(page, lines, formKey, { cards });
  if (!report.full) await dismissNotice(page, id);
  return redirectWithQuestion(page, cart, {
    notices: [...noticesOf(page, report), ...keptOut],
    ask: askInCart(page, report.asked, { cards, cart: report.state.cart?.uuid ?? '' }),
  });
}

/**
 * Asks about edits that need the customer's confirmation. The button of the question posts each line's quantity as a
 * change of the cart, with `more` fields of other lines.
 */
function askInCart(
  page: CustomerRequest,
  asked: EditReport['asked'],
  { cards, cart, more = [], isChange = false }: AskInCart,
): NoticeMessage[] {
  const lines = asked.map((edit) => [
    [`q.${keyOf(edit)}`, String(edit.now + edit.quantity)] as const,
    [`b.${keyOf(edit)}`, String(edit.now)] as const,
  ]);
  return askNotices(page, withNames(asked, cards), {
    action: links.cart(page.locale),
    fields: [['do', 'update'], ['cart', cart], ...lines.flat()],
    more,
    isChange,
  });
}
interface AskInCart {
  cards: ReadonlyMap<number, ProductCard> | null;
  cart: string;
  more?: FormFields;
  isChange?: boolean;
}

/** Products whose lines the form raises above `timesUsual`. No limit is lower, so the others need no look-up. */
const raisedBy = ({ press, shown }: CartForm, targets: Quantities): number[] =>
  productsOf([
    ...[...targets].flatMap(([key, quantity]) => (quantity > timesUsual ? [key] : [])),
    ...(press && (shown.get(press.key) ?? 0) >= timesUsual ? [press.key] : []),
  ]);

const productsOf = (keys: Iterable<LineKey>): number[] =>
  [...keys].flatMap((key) => addressOf(key)?.productId ?? []);

/** The edits with the number of pieces that needs no confirmation; any number once the customer confirmed them. */
const withMost = (edits: readonly Edit[], mostOf: (productId: number) => number): Edit[] =>
  edits.map((edit) => ({ ...edit, most: mostOf(edit.productId) }));

export async function cartAction(page: CustomerRequest) {
  const fields = await postedFields(page.request);
  const cart = links.cart(page.locale);
  if (fields.get('do') === 'leave') {
    await discardUnsent(page);
    // A redirect with status 307: the browser repeats the post at the sign-out address.
    return redirect(links.signOut(page.locale), 307);
  }
  if (fields.get('do') === 'undo') return undo(page, fields);
  if (fields.get('do') === 'withdraw' || fields.get('do') === 'replace')
    return withdrawLines(page, fields);
  const notice = fields.get('notice');
  if (notice !== null) {
    if (fields.get('do') !== 'again') {
      await dismissNotice(page, notice);
      return redirectWithNotice(page, cart, []);
    }
    return takeAgain(page, notice, readFormKey(fields));
  }
  const posted = readCartForm(fields);
  const { back, keptOut, ids } = await backInto(page, posted.back);
  const form = { ...posted, back };
  const { targets, edits, refusals } = editsOf(form);
  const raised = [...ids, ...raisedBy(form, targets)];
  const cards = await findCardsOrNone(page, raised);
  const isSure = fields.has(sureName);
  const isBack = form.back.length > 0;
  const mostOf = isSure ? () => Infinity : await findMost(page, raised, { cards, isBack });
  let before: Quantities = new Map();
  const report = await editCart(page, (current, ...known) => {
    before = current;
    return withMost(edits(current, ...known), mostOf);
  });
  if (isSure) await rememberConfirmed(page, productsOf(targets.keys()));
  const wrong = [...refusals].flatMap(([key, { typed }]) => [
    [`q.${key}`, typed] as const,
    [`b.${key}`, String(posted.shown.get(key) ?? '')] as const,
  ]);
  const open = report.state.cart?.uuid ?? '';
  const ask = askInCart(page, report.asked, { cards, cart: open, more: wrong, isChange: true });
  const changed = changedLines(report, before);
  const returned = new Set(form.back);
  const isOnlyBack = isBack && changed.every(({ uuid }) => returned.has(uuid));
  const notices = isOnlyBack
    ? undoneNotices(page, report)
    : [
        ...(await undoNotice(page, changed, open)),
        // Edits that exceed the maximum are reported at their line instead.
        ...changeNotices(page, {
          ...report,
          done: report.done.filter(({ fate }) => fate !== 'beyond'),
        }),
      ];
  // If the queue was full, the customer must submit everything again.
  notices.push(...keptOut);
  const again = new Map<LineKey, SheetLine>();
  if (report.full)
    for (const { key, typed } of form.lines) again.set(key, { typed, refusal: null });
  for (const [key, line] of refusals) again.set(key, line);
  // A pressed button would exceed the maximum: its field still shows the line's quantity, with the reason.
  for (const edit of report.done)
    if (edit.fate === 'beyond' && !returned.has(edit.uuid)) {
      const key = keyOf(edit);
      again.set(key, { typed: String(before.get(key) ?? ''), refusal: 'too-many' });
    }
  if (again.size === 0 && ask.length === 0) {
    const isOnward = fields.get('do') === 'checkout' && holds(report.state, targets);
    return redirectWithNotice(page, isOnward ? links.checkout(page.locale) : cart, notices);
  }
  leaveNotices(page, notices);
  const rest = report.full ? {} : { ask };
  const answer: CartFormAnswer = { kind: 'cart-form', lines: Object.fromEntries(again), ...rest };
  return data(answer, { status: report.full ? 409 : 422 });
}
