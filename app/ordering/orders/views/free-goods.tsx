import { FreeWith } from '~/catalogue/products/rows/product-price';
import type { FreePieces } from '~/catalogue/pricing/pricing';

export interface FreeGoods {
  productId: number;
  name: string;
  pieces: FreePieces;
  /** Ordered pieces, for which the customer gets the free ones. */
  quantity: number;
}

/** List of free goods, for pages that do not show the lines of the order. */
export function FreeGoodsList({ free }: { free: readonly FreeGoods[] }) {
  if (free.length === 0) return null;
  return (
    <ul className="list">
      {free.map(({ productId, name, pieces, quantity }) => (
        <li key={productId}>
          {name} <FreeWith pieces={pieces} quantity={quantity} ordered />
        </li>
      ))}
    </ul>
  );
}
