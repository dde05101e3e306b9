/**
 * A line removed from a draft, and the notice whose button restores it at its position. The notice's form contains the
 * product, its quantity and its position. The button does not add a product that the draft contains again already.
 */
import { z } from 'zod';
import { findCardsOrNone } from '~/catalogue/products/cards.server';
import { newIdempotencyKey } from '~/base/page/forms/idempotency-key.server';
import { badRequest } from '~/base/page/forms/posted.server';
import type { NoticeMessage } from '~/base/page/notice';
import type { CustomerRequest } from '~/base/page/page';
import { noteText } from '~/base/page/untrusted/note-text.server';
import { links } from '~/base/i18n/links';
import type { OrderLine } from '~/ordering/orders/order';
import type { Quotation } from '../quotation';
import { saveDraft, type QuotationRefusal } from '../quotation-calls.server';
import type { Outcome } from '~/base/kernel/outcome';

const TakenOut = z.object({
  name: z.string(),
  productId: z.coerce.number().int().positive(),
  quantity: z.coerce.number().positive(),
  /** Position of the removed line among the lines of the draft, from 0. */
  place: z.coerce.number().int().nonnegative(),
});
type TakenOut = z.output<typeof TakenOut>;

const prefix = 'taken-out ';

/** The stored result of removing a line, so that a repeated request shows the same notice. */
export async function takenOutResult(
  page: CustomerRequest,
  { lines }: Quotation,
  { productId, name, quantity, id }: OrderLine,
): Promise<string> {
  const cards = await findCardsOrNone(page, [productId]);
  const place = lines.findIndex((line) => line.id === id);
  const taken: TakenOut = { name: cards?.get(productId)?.name ?? name, productId, quantity, place };
  return prefix + JSON.stringify(taken);
}

/** The notice of a stored result of `takenOutResult`; null for any other result. */
export function takenOutNotice(
  page: CustomerRequest,
  id: number,
  result: string,
): NoticeMessage | null {
  if (!result.startsWith(prefix)) return null;
  const { t, locale } = page;
  const taken = TakenOut.parse(JSON.parse(result.slice(prefix.length)));
  const fields = Object.entries(taken).map(([name, value]) => [name, String(value)] as const);
  return {
    tone: 'info',
    text: t('cart:change.removed', { name: taken.name, quantity: taken.quantity }),
    undo: {
      action: links.quotation(locale, id),
      text: t('cart:change.undo'),
      fields: [['do', 'back'], ['tx', newIdempotencyKey(page)], ...fields],
    },
  };
}

/** Restores the line and returns its name. */
export async function restoreLine(
  page: CustomerRequest,
  quotation: Quotation,
  form: URLSearchParams,
): Promise<Outcome<string, QuotationRefusal>> {
  const read = TakenOut.safeParse(Object.fromEntries(form));
  if (!read.success) throw badRequest();
  const { name, productId, quantity, place } = read.data;
  if (quotation.lines.some((line) => line.productId === productId))
    return { ok: true, value: name };
  const lines = quotation.lines.map((line) => ({
    lineId: line.id,
    productId: line.productId,
    quantity: line.quantity,
  }));
  const saved = await saveDraft(page, quotation.id, {
    reference: quotation.reference ?? '',
    note: noteText(quotation.note),
    lines: [...lines.slice(0, place), { lineId: null, productId, quantity }, ...lines.slice(place)],
  });
  return saved.ok ? { ok: true, value: name } : saved;
}
