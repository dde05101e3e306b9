/** Adds products to the cart from any page: order sheets, quick order, past orders, wishlists. */
import type { ProductCard } from '~/catalogue/products/product';
import { links } from '~/base/i18n/links';
import type { NoticeMessage } from '~/base/page/notice';
import type { CustomerRequest } from '~/base/page/page';
import { editCart, type EditReport } from './cart.server';
import { rememberConfirmed } from './confirmed-quantities.server';
import { findMost } from './unusual-quantity.server';
import { formUuid } from '~/base/page/forms/form-uuid.server';
import type { Options } from './transaction';

export interface WantedLine {
  productId: number;
  quantity: number;
  options?: Options | undefined;
}

/** Merges lines of the same product and adds up their quantities. */
export function summedLines<Line extends { productId: number; quantity: number }>(
  lines: readonly Line[],
): Line[] {
  const summed = new Map<number, Line>();
  for (const line of lines) {
    const known = summed.get(line.productId);
    summed.set(line.productId, { ...line, quantity: line.quantity + (known?.quantity ?? 0) });
  }
  return [...summed.values()];
}

/**
 * Adds each line once per form key, even when the browser sends the form again. Lines of one product are merged first,
 * because the uuid of an edit derives from form key and product. A line that would exceed the maximum quantity is not
 * added (`beyond`), nor is one that would bring its product far above the usual (`asked`).
 * `cards`: products of the lines; null when the catalogue is unavailable. `sure`: the total that the customer confirmed
 * for a product, by product id.
 */
export async function addLines(
  page: CustomerRequest,
  lines: readonly WantedLine[],
  formKey: string,
  {
    cards,
    sure = new Map(),
  }: { cards: ReadonlyMap<number, ProductCard> | null; sure?: ReadonlyMap<number, number> },
): Promise<EditReport> {
  const summed = summedLines(lines);
  const ids = summed.map(({ productId }) => productId);
  const mostOf = await findMost(page, ids, { cards });
  const edits = summed.map((line) => ({
    uuid: formUuid(formKey, String(line.productId)),
    ...line,
    most: Math.max(mostOf(line.productId), sure.get(line.productId) ?? 0),
  }));
  const report = await editCart(page, () => edits);
  const asked = new Set(report.asked.map(({ productId }) => productId));
  const taken = ids.filter((id) => (sure.get(id) ?? 0) > 0 && !asked.has(id));
  await rememberConfirmed(page, taken);
  return report;
}

type Fate = EditReport['done'][number]['fate'];
type Report = Pick<EditReport, 'full' | 'sync'> & { done: readonly { fate: Fate }[] };

/**
 * Why a rejected cart line stays on its page; null: the line was added to the cart, or waits until it is sent to the
 * ERP.
 */
export const refusalOfFate = (fate: Fate): 'not-accepted' | 'too-many-in-cart' | null =>
  fate === 'rejected' ? 'not-accepted' : fate === 'beyond' ? 'too-many-in-cart' : null;

/** The order of the notices on the page. */
const tones = [
  ['acked', 'ok'],
  ['waiting', 'warn'],
  ['checking', 'warn'],
  ['review', 'warn'],
  ['rejected', 'bad'],
  ['beyond', 'bad'],
  ['dropped', 'bad'],
] as const;

/** Why edits wait, as the word that selects the text of the notice. */
function waitingWord(sync: Report['sync']): 'waiting' | 'behind' | 'unsent' {
  // The ERP is available; the new edits wait behind an order or another edit whose outcome is unknown.
  if (sync === 'checking' || sync === 'busy') return 'behind';
  // The ERP answers and stores nothing, for example because its API user lacks rights.
  return sync === 'error' ? 'unsent' : 'waiting';
}

/** Counts the lines of a form by outcome. `word` selects the text of the notice. */
const fatesOf = ({ done, sync }: Report) =>
  tones.flatMap(([fate, tone]) => {
    const count = done.filter((edit) => edit.fate === fate).length;
    const word = fate === 'waiting' ? waitingWord(sync) : fate;
    return count > 0 ? [{ word, tone, count }] : [];
  });

/**
 * Notices on how many lines were added, wait or were rejected, for the next page. The cart page explains why the ERP
 * rejected a line.
 */
export function noticesOf(
  { t, locale }: Pick<CustomerRequest, 't' | 'locale'>,
  report: Report,
): NoticeMessage[] {
  if (report.full) return [{ tone: 'bad', text: t('cart:sheet.full') }];
  const link = { href: links.cart(locale), text: t('cart:sheet.toCart') };
  return fatesOf(report).map(({ word, tone, count }) => {
    const text = t(word === 'acked' ? 'cart:sheet.added' : `cart:sheet.${word}`, { count });
    return { tone, text, link };
  });
}

/**
 * Notices about edits, for the cart page. They leave out added and rejected lines, which the page's own lines already
 * show.
 */
export function changeNoticesOf(
  { t }: Pick<CustomerRequest, 't'>,
  report: Report,
): NoticeMessage[] {
  if (report.full) return [{ tone: 'bad', text: t('cart:sheet.full') }];
  return fatesOf(report).flatMap(({ word, tone, count }) =>
    word === 'waiting' ||
    word === 'behind' ||
    word === 'unsent' ||
    word === 'checking' ||
    word === 'beyond'
      ? [{ tone, text: t(`cart:change.${word}`, { count }) }]
      : [],
  );
}

/** A second post of the same form within this time is a double click. A later post may be a deliberate repeat. */
const doubleClickMs = 10_000;

/**
 * Splits the lines of a form by what the next page does with them. `said`: reported by outcome; these are new lines,
 * lines repeated by a double click, and lines that still wait for the ERP. `again`: the customer decides whether to add
 * them once more. They were added some time ago, or with another quantity than entered now, which happens when the
 * response was lost and the customer then changed the form. `sure`: confirmed totals by product id; a second press of the
 * button that confirms them never reports their lines as added, because a large quantity must not seem added twice.
 */
export function splitRepeatedLines(
  page: CustomerRequest,
  { repeated, done }: EditReport,
  sure: ReadonlyMap<number, number> = new Map(),
) {
  const now = page.context.clock.now().getTime();
  const isDoubleClick = (at: Date, productId: number): boolean =>
    done.length === 0 && !sure.get(productId) && now - at.getTime() < doubleClickMs;
  const isTold = ({ at, isSame, productId }: EditReport['repeated'][number]): boolean =>
    isSame && (at === null || isDoubleClick(at, productId));
  return {
    said: [...done, ...repeated.filter(isTold)],
    again: repeated.filter((one) => !isTold(one)),
  };
}
