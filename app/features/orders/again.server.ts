/**
 * A past order as an order sheet: the caller's own prices of today, and what is no longer there. While the catalogue does
 * not answer, its lines as the ERP has them (DEG-01).
 */
import { cartQuantities } from '~/features/cart/quantities.server';
import { isUnknown } from '~/features/catalogue/line-bar';
import { findProductsOrNone } from '~/features/catalogue/products.server';
import { sheetPage } from '~/features/order-sheet/sheet-pages';
import type { CustomerRequest } from '~/page/page';
import type { AgainView } from './views/again-page';
import type { Order, OrderLine } from './order';

export async function loadAgain(
  page: CustomerRequest,
  order: Order,
): Promise<Omit<AgainView, 'canQuote'>> {
  const bought = order.lines.filter((line) => !line.isReward && line.quantity > 0);
  const quantities = new Map<number, number>();
  const first = new Map<number, OrderLine>();
  for (const line of bought) {
    const { productId, quantity } = line;
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
    if (!first.has(productId)) first.set(productId, line);
  }
  // Sheets take whole pieces.
  const piecesOf = (id: number): number => Math.max(1, Math.round(quantities.get(id) ?? 1));
  const { position, lines } = sheetPage(page.url, [...first.values()]);
  const ids = lines.map(({ productId }) => productId);
  const [products, inCart] = await Promise.all([
    findProductsOrNone(page, ids),
    cartQuantities(page),
  ]);
  const cards = products?.cards;
  return {
    order: { id: order.id, name: order.name },
    position,
    rows: [...(cards?.values() ?? [])].map((card) => ({ card, quantity: piecesOf(card.id) })),
    gone: bought.filter(
      ({ productId }) => ids.includes(productId) && products?.gone.has(productId),
    ),
    unchecked: lines
      .filter(({ productId }) => isUnknown(products, productId))
      .map((line) => ({ ...line, quantity: piecesOf(line.productId) })),
    inCart,
  };
}
