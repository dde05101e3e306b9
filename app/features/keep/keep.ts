/** Keeping a product for later (PROD-03): on a list, on a quotation, or watched until its promotion ends. */
import type { ProductCard } from '~/features/catalogue/product';

export interface KeepPlace {
  id: number;
  name: string;
  /** Pieces of the product that are there already. */
  present: number | null;
}

export type KeepKind = 'list' | 'quotation';

/** What the posted form gets back when it was not taken. */
export interface KeepAnswer {
  kind: 'keep-answer';
  /** Which of the two forms it was. */
  form: KeepKind;
  typed: Readonly<Record<string, string>>;
  faults: Readonly<Record<string, string>>;
  general: readonly string[];
}

/** The last day of the product's promotion, if it has one. */
export const promotionEnd = (card: ProductCard) =>
  card.price?.offerUntil ?? card.price?.freePieces?.until ?? null;
