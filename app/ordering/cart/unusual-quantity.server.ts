/**
 * A quantity far above the usual is confirmed once before it goes into the cart: above 20 times what this customer
 * usually orders of the product or, where that is not known, above QUANTITY_ASK_ABOVE.
 */
import type { ProductCard } from '~/catalogue/products/product';
import { limitOfField, limitOfPieces } from '~/catalogue/products/usual-quantity';
import { findOrderedBefore } from '~/ordering/on-order/ordered-before.server';
import { formatsFor } from '~/base/i18n/formats';
import { firstNames } from '~/base/kernel/first-names';
import { newIdempotencyKey } from '~/base/page/forms/idempotency-key.server';
import type { FormFields, NoticeMessage } from '~/base/page/notice';
import { optional, valueOr } from '~/base/page/optional';
import type { CustomerRequest, PageRequest } from '~/base/page/page';
import type { OrderedBefore } from '~/base/page/shop';

/** Field of a form whose quantities the customer has confirmed; of a sheet it names the products, parted by spaces. */
export const sureName = 'sure';

/** Largest quantity of a product that is taken without asking. */
export type Limit = (product: { sku: string | null } | undefined) => number;

type OfField = (product: Parameters<Limit>[0]) => number | null;

export async function limitOf(page: PageRequest): Promise<Limit> {
  const found = await optional(page, 'ordered before', () => findOrderedBefore(page));
  const ordered = valueOr(found, new Map<string, OrderedBefore>());
  return (product) => limitOfPieces(ordered.get(product?.sku ?? ''), page.context.site.askAbove);
}

/** The same as the quantity fields of a part of a page say it. */
export async function fieldLimitOf(page: PageRequest): Promise<OfField> {
  const limit = await limitOf(page);
  return (product) => limitOfField(limit(product));
}

export interface UnusualLine {
  name: string;
  quantity: number;
}

/** Of these lines those whose quantity is far above the usual, named. `cards`: null where the catalogue is unavailable. */
export async function findUnusual<Line extends { productId: number; quantity: number }>(
  page: CustomerRequest,
  lines: readonly Line[],
  cards: ReadonlyMap<number, ProductCard> | null,
): Promise<(Line & UnusualLine)[]> {
  const limit = await limitOf(page);
  return lines
    .filter(({ productId, quantity }) => quantity > limit(cards?.get(productId)))
    .map((line) => ({ ...line, name: cards?.get(line.productId)?.name ?? `#${line.productId}` }));
}

interface Question {
  /** Where the button posts. */
  action: string;
  /** What it confirms. */
  fields: FormFields;
  /** What stays typed beside that on the page. */
  more?: FormFields;
  /** Value of `sure`; default '1'. */
  sure?: string;
  /** The lines are in the cart already, with another quantity. */
  isChange?: boolean;
}

/** Asks about these lines; the button posts the question's fields as a form of its own. Nothing to ask: no message. */
export function askNotices(
  page: CustomerRequest,
  lines: readonly UnusualLine[],
  { action, fields, more = [], sure = '1', isChange = false }: Question,
): NoticeMessage[] {
  const [first] = lines;
  if (!first) return [];
  const { t, locale, context } = page;
  const { number } = formatsFor(context.site.tags[locale]);
  const count = lines.length;
  const said = lines.map(({ name, quantity }) => `${number(quantity)} × ${name}`);
  // The text of one line ends its sentence itself.
  const names = firstNames(said, count === 1 ? '' : '.');
  return [
    {
      tone: 'warn',
      text: t(isChange ? 'cart:unusual.change' : 'cart:unusual.text', { count, names }),
      undo: {
        action,
        text: t('cart:unusual.yes', { count, quantity: number(first.quantity) }),
        fields: [['tx', newIdempotencyKey(page)], ...fields, [sureName, sure]],
        more,
      },
    },
  ];
}

/** Asks about lines of an order sheet; `more`: the fields of its other rows, which the button does not add. */
export const askOnSheet = (
  page: CustomerRequest,
  lines: readonly (UnusualLine & { productId: number })[],
  action: string,
  more: FormFields = [],
): NoticeMessage[] =>
  askNotices(page, lines, {
    action,
    more,
    fields: lines.map(({ productId, quantity }) => [`q.${productId}`, String(quantity)] as const),
    sure: lines.map(({ productId }) => productId).join(' '),
  });
