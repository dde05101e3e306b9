/**
 * What can be ordered in place of products that are out of stock, for the rows of a list (SRCH-09). One more question
 * to the engine, none to the ERP; a list is never later for it than `offered` waits.
 */
import { offered, valueOr } from '~/page/optional';
import type { PageRequest } from '~/page/page';
import { findCards } from './cards.server';
import { isOut, type ProductCard } from './product';

/** Of each product: a row that offers more is a page of its own, the product's. */
const mostPerRow = 3;
/** Of each product, and of a whole list: so many are looked at. */
const mostAsked = { each: 6, list: 60 };

export type Substitutes = ReadonlyMap<number, readonly ProductCard[]>;

const isAtHand = ({ stock, orderable }: ProductCard): boolean =>
  orderable.ok && (stock === 'in_stock' || stock === 'in_limited_stock');

/**
 * By the id of the product that is not there. Each stands in one row only, and what has a row of its own in the list
 * in none: a form with one product in two rows could not say which quantity is meant. Empty for visitors.
 */
export async function findSubstitutes(
  page: PageRequest,
  cards: readonly ProductCard[],
): Promise<Substitutes> {
  if (page.context.session.kind === 'guest') return new Map();
  const wanting = cards.filter((card) => isOut(card) && card.substitutes.length > 0);
  const ids = wanting.flatMap(({ substitutes }) => substitutes.slice(0, mostAsked.each));
  if (ids.length === 0) return new Map();
  const asked = ids.slice(0, mostAsked.list);
  const found = valueOr(
    await offered(page, 'substitutes', () => findCards(page, asked)),
    new Map<number, ProductCard>(),
  );
  const shown = new Set(cards.map(({ id }) => id));
  return new Map(
    wanting.map(({ id, substitutes }) => {
      const rows = substitutes
        .flatMap((one) => found.get(one) ?? [])
        .filter((card) => isAtHand(card) && !shown.has(card.id))
        .slice(0, mostPerRow);
      for (const card of rows) shown.add(card.id);
      return [id, rows];
    }),
  );
}
