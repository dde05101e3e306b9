/** Why a cart line may not be ordered, according to the catalogue. */
import type { OrderBar, ProductCard } from './product';

/** The catalogue's result for some products. A product that is neither in `cards` nor in `gone` is unknown. */
export interface Products {
  /**
   * Cards by id. A product that only the index of another language contains has its name in that language and no
   * address.
   */
  cards: ReadonlyMap<number, ProductCard>;
  /** Ids of withdrawn products: no index has their document. */
  gone: ReadonlySet<number>;
}

export type OrderBlock = 'gone' | Exclude<OrderBar, 'sign-in' | 'may-not-order'>;

/** Null when the product may be ordered, or the catalogue does not know. */
export function findOrderBlock(products: Products | null, productId: number): OrderBlock | null {
  if (products?.gone.has(productId)) return 'gone';
  const orderable = products?.cards.get(productId)?.orderable;
  if (!orderable || orderable.ok) return null;
  const { reason } = orderable;
  return reason === 'sign-in' || reason === 'may-not-order' ? null : reason;
}

/**
 * Whether the catalogue does not know if this product is still sold: search is unavailable, or its document does not
 * parse.
 */
export const isUnknown = (products: Products | null, productId: number): boolean =>
  !products?.cards.has(productId) && !products?.gone.has(productId);
