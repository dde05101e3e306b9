/**
 * Displays a past order as an order sheet, with the customer's prices of today and the products that are no longer
 * sold. While the catalogue is unavailable, the lines come from the ERP (DEG-01).
 */
import { cartQuantities } from '~/ordering/cart/quantities.server';
import { isUnknown } from '~/catalogue/products/order-block';
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
  /** Ordered quantity, rounded to a millionth because sums of fractions are inexact. */
  const orderedOf = (id: number): number => Math.round((quantities.get(id) ?? 1) * 1e6) / 1e6;
  // Order sheets only accept whole pieces. Round up, so that the customer never gets fewer than ordered; the page lists
  // the rounded lines.
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
