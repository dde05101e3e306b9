/** Adds goods to the cart from any page: order sheets, quick order, past orders, wishlists. */
import { links } from '~/base/i18n/links';
import type { NoticeMessage } from '~/base/page/notice';
import type { CustomerRequest } from '~/base/page/page';
import { editCart, type EditReport } from './cart.server';
import { formUuid } from '~/base/page/forms/form-uuid.server';
import type { Options } from './transaction';

export interface WantedLine {
  productId: number;
  quantity: number;
  options?: Options | undefined;
}

/** One line for each product, with the pieces of all that name it. */
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
 * Adds each line once for this form's key, however often the form is sent. Lines of one product are added
 * up first: the same form names a product once. A line that would hold more than may be typed is not added (`beyond`).
 */
export function addLines(
  page: CustomerRequest,
  lines: readonly WantedLine[],
  formKey: string,
): Promise<EditReport> {
  const edits = summedLines(lines).map((line) => ({
    uuid: formUuid(formKey, String(line.productId)),
    ...line,
  }));
  return editCart(page, () => edits);
}

type Fate = EditReport['done'][number]['fate'];
type Report = Pick<EditReport, 'full' | 'sync'> & { done: readonly { fate: Fate }[] };

/** Why a line that was not taken stays on its page; null: it was taken, or waits. */
export const refusalOfFate = (fate: Fate): 'not-accepted' | 'too-many-in-cart' | null =>
  fate === 'rejected' ? 'not-accepted' : fate === 'beyond' ? 'too-many-in-cart' : null;

/** In the order in which it is told. */
const tones = [
  ['acked', 'ok'],
  ['waiting', 'warn'],
  ['checking', 'warn'],
  ['review', 'warn'],
  ['rejected', 'bad'],
  ['beyond', 'bad'],
  ['dropped', 'bad'],
] as const;

/** What became of the lines and of how many, by the name of its text. */
function fatesOf({ done, sync }: Report) {
  // The ERP answers; what waits, waits for an order or a change whose fate is not known yet.
  const isBehind = sync === 'checking' || sync === 'busy';
  return tones.flatMap(([fate, tone]) => {
    const count = done.filter((edit) => edit.fate === fate).length;
    const word: Fate | 'behind' = fate === 'waiting' && isBehind ? 'behind' : fate;
    return count > 0 ? [{ word, tone, count }] : [];
  });
}

/** What to say of it on the next page; the cart says why the ERP refused a line. */
export function noticesOf({ t, locale }: CustomerRequest, report: Report): NoticeMessage[] {
  if (report.full) return [{ tone: 'bad', text: t('cart:sheet.full') }];
  const link = { href: links.cart(locale), text: t('cart:sheet.toCart') };
  return fatesOf(report).map(({ word, tone, count }) => {
    const text = t(word === 'acked' ? 'cart:sheet.added' : `cart:sheet.${word}`, { count });
    return { tone, text, link };
  });
}

/** What the cart's own page has to say of a change: its lines show what was taken, and why the ERP refused a line. */
export function changeNoticesOf(
  { t }: Pick<CustomerRequest, 't'>,
  report: Report,
): NoticeMessage[] {
  if (report.full) return [{ tone: 'bad', text: t('cart:sheet.full') }];
  return fatesOf(report).flatMap(({ word, tone, count }) =>
    word === 'waiting' || word === 'behind' || word === 'checking' || word === 'beyond'
      ? [{ tone, text: t(`cart:change.${word}`, { count }) }]
      : [],
  );
}

/** A second post this soon is a double click; later it is the same form sent again on purpose, perhaps. */
const doubleClickMs = 10_000;

/**
 * What to say of each line. `said`: as what became of it, the new ones and those that this form had asked for before
 * in a double click, or that are still on their way to the ERP. `again`: in the cart for a while, or with another
 * quantity than is typed now, as where a lost answer has left the page to be changed; adding them once more is the
 * customer's to say.
 */
export function repeatedLines(page: CustomerRequest, { repeated, done }: EditReport) {
  const now = page.context.clock.now().getTime();
  const isTold = ({ at, isSame }: EditReport['repeated'][number]): boolean =>
    isSame && (at === null || (done.length === 0 && now - at.getTime() < doubleClickMs));
  return {
    said: [...done, ...repeated.filter(isTold)],
    again: repeated.filter((one) => !isTold(one)),
  };
}
