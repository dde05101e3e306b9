/**
 * Asks the customer to confirm an unusually large quantity before it enters the cart. The threshold is 20 times what
 * this customer usually orders of the product or, when that is unknown, QUANTITY_ASK_ABOVE.
 */
import type { ProductCard } from '~/catalogue/products/product';
import { limitOfField, limitOfPieces } from '~/catalogue/products/usual-quantity';
import { findOrderedBefore } from '~/ordering/on-order/ordered-before.server';
import { formatsFor } from '~/base/i18n/formats';
import { firstNames } from '~/base/kernel/first-names';
import { newIdempotencyKey } from '~/base/page/forms/idempotency-key.server';
import type { FormFields, NoticeMessage } from '~/base/page/notice';
import { loadOptionalBlock, valueOr } from '~/base/page/optional';
import type { CustomerRequest, PageRequest } from '~/base/page/page';
import type { OrderedBefore } from '~/base/page/shop';

/** Form field that confirms the quantities. On an order sheet its value lists the product ids, separated by spaces. */
export const sureName = 'sure';

/** Largest quantity of a product that needs no confirmation. */
export type Limit = (product: { sku: string | null } | undefined) => number;

type OfField = (product: Parameters<Limit>[0]) => number | null;

export async function limitOf(page: PageRequest): Promise<Limit> {
  const found = await loadOptionalBlock(page, 'ordered before', () => findOrderedBefore(page));
  const ordered = valueOr(found, new Map<string, OrderedBefore>());
  return (product) => limitOfPieces(ordered.get(product?.sku ?? ''), page.context.site.askAbove);
}

/** The same limit as the value for a quantity field; null when the field needs no limit (`limitOfField`). */
export async function fieldLimitOf(page: PageRequest): Promise<OfField> {
  const limit = await limitOf(page);
  return (product) => limitOfField(limit(product));
}

export interface UnusualLine {
  name: string;
  quantity: number;
}

/**
 * Lines whose quantity is far above the usual, with product names. `cards` is null when the catalogue is unavailable.
 */
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
  /** Address to which the notice's button posts. */
  action: string;
  /** Fields of the lines that the button confirms. */
  fields: FormFields;
  /** Other form input that the next page preserves. */
  more?: FormFields;
  /** Value of the field `sure`; default '1'. */
  sure?: string;
  /** True when the customer changes the quantity of lines that are already in the cart. */
  isChange?: boolean;
}

/**
 * Asks the customer to confirm these lines. The button posts the question's fields as a separate form. Returns no
 * notice when there are no lines.
 */
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
  // The text about a single line already ends with a full stop.
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

/** Asks about lines of an order sheet. `more` holds the fields of the other rows, which the button does not add. */
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
