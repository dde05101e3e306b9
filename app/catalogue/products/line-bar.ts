/** Why a line of a cart may not be ordered, by what the catalogue says of its product. */
import type { OrderBar, ProductCard } from './product';

/** The catalogue's answer about some products. One in neither is unknown. */
export interface Products {
  /** By id. A product that only another language's index has is named in that language, without an address. */
  cards: ReadonlyMap<number, ProductCard>;
  /** Ids of which no index has a document: withdrawn. */
  gone: ReadonlySet<number>;
}

export type LineBar = 'gone' | Exclude<OrderBar, 'sign-in' | 'may-not-order'>;

/** Null: the product may be ordered, or the catalogue does not say. */
export function barOf(products: Products | null, productId: number): LineBar | null {
  if (products?.gone.has(productId)) return 'gone';
  const orderable = products?.cards.get(productId)?.orderable;
  if (!orderable || orderable.ok) return null;
  const { reason } = orderable;
  return reason === 'sign-in' || reason === 'may-not-order' ? null : reason;
}

/** The catalogue does not say whether this product is still sold: search is unavailable, or its document unreadable. */
export const isUnknown = (products: Products | null, productId: number): boolean =>
  !products?.cards.has(productId) && !products?.gone.has(productId);
