/**
 * A past order as an order sheet: the caller's own prices of today, and what is no longer there. While the catalogue does
 * not answer, its lines as the ERP has them (DEG-01).
 */
import { cartQuantities } from '~/ordering/cart/quantities.server';
import { isUnknown } from '~/catalogue/products/line-bar';
import { findProductsOrNone } from '~/catalogue/products/products.server';
import { sheetPage } from '~/ordering/order-sheet/sheet-pages';
import type { CustomerRequest } from '~/base/page/page';
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
  /** To a millionth: sums of fractions are not exact. */
  const orderedOf = (id: number): number => Math.round((quantities.get(id) ?? 1) * 1e6) / 1e6;
  // Sheets take whole pieces: never fewer than were ordered, and the page names what it rounds.
  const piecesOf = (id: number): number => Math.max(1, Math.ceil(orderedOf(id)));
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
    rounded: lines
      .filter(({ productId }) => piecesOf(productId) !== orderedOf(productId))
      .map((line) => ({ ...line, quantity: orderedOf(line.productId) })),
    inCart,
  };
}
