/**
 * What of a quotation is ordered for the customer alone and can't be given back: accepting it needs the same
 * acknowledgement as the checkout (CHK-03, QUO-01). A catalogue that does not answer is no reason to skip it.
 */
import { isUnknown, type Products } from '~/catalogue/products/line-bar';
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

/** Goods of a quotation; lines that the ERP has added to it have no product to look up. */
export const productIdsOf = ({ lines }: Lines): number[] =>
  lines.flatMap(({ isReward, productId }) => (isReward ? [] : [productId]));

/** Names of its goods that no catalogue has any more: withdrawn since, they cannot be ordered by this quotation. */
export const withdrawnFrom = ({ lines }: Lines, products: Products | null): string[] =>
  lines.flatMap(({ isReward, productId, name }) =>
    !isReward && products?.gone.has(productId) ? [name] : [],
  );

/** Names of its goods of which the catalogue does not say whether they are still sold. */
export const uncheckedIn = ({ lines }: Lines, products: Products | null): string[] =>
  lines.flatMap(({ isReward, productId, name }) =>
    !isReward && isUnknown(products, productId) ? [name] : [],
  );

/** What the catalogue says of a quotation that is about to be accepted; asked anew. */
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
