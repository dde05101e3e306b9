/**
 * A past order as an order sheet: the caller's own prices of today, and what is no longer there. While the catalogue does
 * not answer, its lines as the ERP has them (DEG-01).
 */
import { cartQuantities } from '~/features/cart/quantities.server';
import { findCardsOrNone } from '~/features/catalogue/cards.server';
import type { ProductCard } from '~/features/catalogue/product';
import type { CustomerRequest } from '~/page/page';
import type { AgainView } from './views/again-page';
import type { Order } from './order';

export async function loadAgain(
  page: CustomerRequest,
  order: Order,
): Promise<Omit<AgainView, 'canQuote'>> {
  const bought = order.lines.filter((line) => !line.isReward && line.quantity > 0);
  const quantities = new Map<number, number>();
  for (const { productId, quantity } of bought)
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  // Sheets take whole pieces.
  const piecesOf = (id: number): number => Math.max(1, Math.round(quantities.get(id) ?? 1));
  const [cards, inCart] = await Promise.all([
    findCardsOrNone(page, [...quantities.keys()]),
    cartQuantities(page),
  ]);
  const first = new Map(bought.map((line) => [line.productId, line] as const).reverse());
  return {
    order: { id: order.id, name: order.name },
    rows: [...(cards ?? new Map<number, ProductCard>()).values()].map((card) => ({
      card,
      quantity: piecesOf(card.id),
    })),
    gone: cards ? bought.filter(({ productId }) => !cards.has(productId)) : [],
    unchecked: cards
      ? []
      : [...first.values()]
          .reverse()
          .map((line) => ({ ...line, quantity: piecesOf(line.productId) })),
    inCart,
  };
}
