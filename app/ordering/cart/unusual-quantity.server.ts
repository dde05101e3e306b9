/**
 * Asks the customer to confirm an unusually large quantity before it enters the cart. The threshold is 20 times what
 * this customer usually orders of the product or, when that is unknown, QUANTITY_ASK_ABOVE.
 */
import type { ProductCard } from '~/catalogue/products/product';
import { findCardsOrNone } from '~/catalogue/products/cards.server';
import { limitOfField, limitOfPieces, timesUsual } from '~/catalogue/products/usual-quantity';
import { findOrderedBefore } from '~/ordering/on-order/ordered-before.server';
import { formatsFor } from '~/base/i18n/formats';
import { newIdempotencyKey } from '~/base/page/forms/idempotency-key.server';
import type { FormFields, NoticeMessage } from '~/base/page/notice';
import { loadOptionalBlock, valueOr } from '~/base/page/optional';
import type { CustomerRequest, PageRequest } from '~/base/page/page';
import type { OrderedBefore } from '~/base/page/shop';
import { findConfirmed } from './confirmed-quantities.server';
import { ledgerOf } from './cart.server';
import { currentQuantities } from './sync/ledger-rules.server';
import { quantityByProduct } from './transaction';
import { questionOf, type UnusualLine } from './unusual-question';

/**
 * Form field that confirms the quantities. On an order sheet its value lists product ids with the confirmed total, as in
 * `123:1200 124:5000`.
 */
export const sureName = 'sure';

/** Products by id; null when the catalogue is unavailable. */
type Cards = ReadonlyMap<number, Pick<ProductCard, 'sku'>> | null;

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

/**
 * Maximum pieces of each product in the cart that need no confirmation: the limit or, while the cart holds more, the
 * pieces that the customer confirmed. `isBack`: the change restores pieces, so confirmed ones always count.
 */
export async function findMost(
  page: CustomerRequest,
  ids: readonly number[],
  { cards, isBack = false }: { cards: Cards; isBack?: boolean },
): Promise<(productId: number) => number> {
  const head = await ledgerOf(page).head();
  const held = quantityByProduct(currentQuantities(head));
  const limit = await limitOf(page);
  const limitAt = (id: number): number => limit(cards?.get(id));
  const counts = (id: number): boolean => isBack || (held.get(id) ?? 0) > limitAt(id);
  const none = new Map<number, number>();
  const confirmed = ids.some(counts)
    ? await findConfirmed(page, head.snapshot?.uuid ?? null)
    : none;
  return (id) => Math.max(limitAt(id), counts(id) ? (confirmed.get(id) ?? 0) : 0);
}

/** Adds the product names to lines. `cards` is null when the catalogue is unavailable. */
export const withNames = <Line extends { productId: number }>(
  lines: readonly Line[],
  cards: ReadonlyMap<number, ProductCard> | null,
): (Line & { name: string })[] =>
  lines.map((line) => ({
    ...line,
    name: cards?.get(line.productId)?.name ?? `#${line.productId}`,
  }));

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
  if (lines.length === 0) return [];
  const { t, locale, context } = page;
  const formats = formatsFor(context.site.tags[locale]);
  const { text, yes } = questionOf({ t, formats }, lines, isChange);
  return [
    {
      tone: 'warn',
      text,
      undo: {
        action,
        text: yes,
        fields: [['tx', newIdempotencyKey(page)], ...fields, ...more, [sureName, sure]],
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
    sure: totalsOf(lines),
  });

const totalsOf = (lines: readonly { productId: number; total: number }[]): string =>
  lines.map(({ productId, total }) => `${productId}:${total}`).join(' ');

/**
 * The pieces that the button of a sheet's question confirms, by product id; null without that button. A page of an
 * earlier release names no total, so the shop asks again.
 */
export function sureTotals(form: URLSearchParams): ReadonlyMap<number, number> | null {
  const given = form.get(sureName);
  if (given === null) return null;
  const pairs = given.split(' ').flatMap((text) => {
    const [, id, total] = /^(\d{1,10})(?::(\d{1,6}(?:\.\d{1,2})?))?$/.exec(text) ?? [];
    return id === undefined ? [] : [[Number(id), Number(total ?? 0)] as const];
  });
  return new Map(pairs);
}

interface Wanted {
  productId: number;
  quantity: number;
}

/**
 * Asks about the lines that a form writes elsewhere than into the cart, such as a quotation. The button posts the same
 * form again. `confirmed`: pieces that the customer has confirmed before, by product id.
 */
export async function askAboutForm(
  page: CustomerRequest,
  form: URLSearchParams,
  lines: readonly Wanted[],
  {
    confirmed,
    isChange = false,
  }: { confirmed?: ReadonlyMap<number, number>; isChange?: boolean } = {},
): Promise<NoticeMessage[]> {
  const sure = sureTotals(form);
  const large = lines.filter(({ productId: id, quantity }) => {
    const known = Math.max(sure?.get(id) ?? 0, confirmed?.get(id) ?? 0);
    return quantity > Math.max(timesUsual, known);
  });
  if (large.length === 0) return [];
  const cards = await findCardsOrNone(
    page,
    large.map(({ productId }) => productId),
  );
  const limit = await limitOf(page);
  const unusual = large
    .filter(({ productId, quantity }) => quantity > limit(cards?.get(productId)))
    .map((line) => ({ ...line, total: line.quantity }));
  return askNotices(page, withNames(unusual, cards), {
    action: page.url.pathname + page.url.search,
    fields: [...form].filter(([name]) => name !== 'tx' && name !== sureName),
    sure: totalsOf(unusual),
    isChange,
  });
}
