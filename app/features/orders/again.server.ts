/** A past order as an order sheet: the caller's own prices of today, and what is no longer there. */
import { cartQuantities } from '~/features/cart/quantities.server';
import { findCards } from '~/features/catalogue/cards.server';
import type { CustomerRequest } from '~/page/page';
import type { AgainView } from './views/again-page';
import type { Order } from './order';

export async function loadAgain(
  page: CustomerRequest,
  order: Order,
): Promise<Omit<AgainView, 'canQuote'>> {
  const bought = order.lines.filter((line) => !line.isReward && line.quantity > 0);
  const [cards, inCart] = await Promise.all([
    findCards(
      page,
      bought.map(({ productId }) => productId),
    ),
    cartQuantities(page),
  ]);
  const quantities = new Map<number, number>();
  for (const { productId, quantity } of bought)
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  return {
    order: { id: order.id, name: order.name },
    rows: [...cards.values()].map((card) => ({
      card,
      // Sheets take whole pieces.
      quantity: Math.max(1, Math.round(quantities.get(card.id) ?? 1)),
    })),
    gone: bought.filter(({ productId }) => !cards.has(productId)),
    inCart,
  };
}
