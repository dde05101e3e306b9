/**
 * What of a quotation is ordered for the customer alone and can't be given back: accepting it needs the same
 * acknowledgement as the checkout (CHK-03, QUO-01). A catalogue that does not answer is no reason to skip it.
 */
import { findCardsOrNone } from '~/features/catalogue/cards.server';
import type { ProductCard } from '~/features/catalogue/product';
import type { CustomerRequest } from '~/page/page';
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

export async function findMadeToOrder(
  page: CustomerRequest,
  quotation: Lines,
): Promise<MadeToOrder> {
  const ids = quotation.lines.map(({ productId }) => productId);
  return madeToOrderIn(quotation, await findCardsOrNone(page, ids));
}
