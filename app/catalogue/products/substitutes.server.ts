/**
 * What can be ordered in place of a product that is out of stock, below its row in a list (SRCH-09). The address names
 * the row (`?alt={id}`); a list whose address names none makes no call for substitutes.
 */
import { optional, valueOr } from '~/base/page/optional';
import type { PageRequest } from '~/base/page/page';
import { findCards } from './cards.server';
import { alternativesParam, isOut, type ProductCard } from './product';

/** Of one product: what is more is on its page. */
const mostRows = 4;
const mostAsked = 12;

export type Substitutes = ReadonlyMap<number, readonly ProductCard[]>;

const isAtHand = ({ stock, orderable }: ProductCard): boolean =>
  orderable.ok && (stock === 'in_stock' || stock === 'in_limited_stock');

/**
 * By the id of the product that is not there. What has a row of its own in the list stands in it alone: a form with
 * one product in two rows could not say which quantity is meant. Empty for visitors, who order nothing.
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
    await optional(page, 'substitutes', () => findCards(page, ids)),
    new Map<number, ProductCard>(),
  );
  const rows = ids.flatMap((id) => found.get(id) ?? []).filter(isAtHand);
  return new Map([[wanting.id, rows.slice(0, mostRows)]]);
}
