/**
 * Products of a quotation that are made to order and cannot be returned. Accepting it requires the same acknowledgement
 * as the checkout (CHK-03, QUO-01), even while the catalogue is unavailable.
 */
import { isUnknown, type Products } from '~/catalogue/products/order-block';
import { findProductsOrNone } from '~/catalogue/products/products.server';
import type { ProductCard } from '~/catalogue/products/product';
import type { CustomerRequest } from '~/base/page/page';
import type { Quotation } from './quotation';

export type MadeToOrder = readonly string[] | 'unknown';
type Lines = Pick<Quotation, 'lines'>;

export function madeToOrderIn(
  { lines }: Lines,
  cards: ReadonlyMap<number, ProductCard> | null,
): MadeToOrder {
  if (cards === null) return 'unknown';
  return lines.flatMap(({ productId, isReward }) => {
    const card = isReward ? undefined : cards.get(productId);
    return card?.isMadeToOrder ? [card.name] : [];
  });
}

export const needsAcknowledgement = (found: MadeToOrder): boolean => found.length > 0;

/** Product ids of a quotation; reward lines that the ERP added have no product to look up. */
export const productIdsOf = ({ lines }: Lines): number[] =>
  lines.flatMap(({ isReward, productId }) => (isReward ? [] : [productId]));

/** Names of products that have left the catalogue, so that this quotation cannot order them. */
export const withdrawnFrom = ({ lines }: Lines, products: Products | null): string[] =>
  lines.flatMap(({ isReward, productId, name }) =>
    !isReward && products?.gone.has(productId) ? [name] : [],
  );

/** Names of products for which the catalogue does not report whether they are still sold. */
export const uncheckedIn = ({ lines }: Lines, products: Products | null): string[] =>
  lines.flatMap(({ isReward, productId, name }) =>
    !isReward && isUnknown(products, productId) ? [name] : [],
  );

/** Looks up the products of a quotation that is about to be accepted, bypassing the cache. */
export async function checkGoods(
  page: CustomerRequest,
  quotation: Lines,
): Promise<{ madeToOrder: MadeToOrder; withdrawn: readonly string[] }> {
  const products = await findProductsOrNone(page, productIdsOf(quotation), { fresh: true });
  return {
    madeToOrder: madeToOrderIn(quotation, products?.cards ?? null),
    withdrawn: withdrawnFrom(quotation, products),
  };
}
