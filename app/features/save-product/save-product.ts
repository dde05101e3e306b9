/** Keeping a product for later (PROD-03): on a list, on a quotation, or watched until its promotion ends. */
import type { ProductCard } from '~/features/catalogue/product';

export interface SavePlace {
  id: number;
  name: string;
  /** Pieces of the product that are there already. */
  present: number | null;
}

export type SaveKind = 'list' | 'quotation';

/** The last day of the product's promotion, if it has one. */
export const promotionEnd = (card: ProductCard) =>
  card.price?.offer?.until ?? card.price?.freePieces?.until ?? null;

/** An alert can be taken back always, and asked for where this customer has a promotion with an end. */
export const offersAlert = (card: ProductCard, alert: boolean | null): alert is boolean =>
  alert === true || (alert === false && promotionEnd(card) !== null);
