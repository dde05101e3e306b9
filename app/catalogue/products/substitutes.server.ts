/**
 * Substitutes for a product that is out of stock, displayed below its row in a list (SRCH-09). The address names the
 * row (`?alt={id}`); without that parameter there is no call for substitutes.
 */
import { loadOptionalBlock, valueOr } from '~/base/page/optional';
import type { PageRequest } from '~/base/page/page';
import { findCards } from './cards.server';
import { alternativesParam, isOut, type ProductCard } from './product';

/** Maximum number of rows per product; the product page lists the others. */
const mostRows = 4;
const mostAsked = 12;

export type Substitutes = ReadonlyMap<number, readonly ProductCard[]>;

const isAtHand = ({ stock, orderable }: ProductCard): boolean =>
  orderable.ok && (stock === 'in_stock' || stock === 'in_limited_stock');

/**
 * Substitutes by the id of the product that is out of stock. A product with its own row in the list is excluded: a form
 * with one product in two rows would have two quantities for it. Empty for guests, who cannot order.
 */
export async function findSubstitutes(
  page: PageRequest,
  cards: readonly ProductCard[],
): Promise<Substitutes> {
  const asked = page.url.searchParams.get(alternativesParam);
  const wanting = cards.find((card) => String(card.id) === asked && isOut(card));
  if (!wanting || page.context.session.kind === 'guest') return new Map();
  const ids = wanting.substitutes
    .filter((id) => cards.every((card) => card.id !== id))
    .slice(0, mostAsked);
  const found = valueOr(
    await loadOptionalBlock(page, 'substitutes', () => findCards(page, ids)),
    new Map<number, ProductCard>(),
  );
  const rows = ids.flatMap((id) => found.get(id) ?? []).filter(isAtHand);
  return new Map([[wanting.id, rows.slice(0, mostRows)]]);
}
