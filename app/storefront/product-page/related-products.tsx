import { OrderSheet } from '~/ordering/order-sheet/order-sheet';
import { useOrderRows } from '~/ordering/order-sheet/order-rows';
import type { ProductCard } from '~/catalogue/products/product';

interface ListProps {
  id: string;
  title: string;
  note?: string;
  cards: readonly ProductCard[];
  inCart: ReadonlyMap<number, number>;
  action: string;
  brief?: boolean;
}

/** Linked products as a separate order sheet. */
export function LinkedProducts({ cards, inCart, ...sheet }: ListProps) {
  const rows = useOrderRows(cards, inCart);
  return rows.length === 0 ? null : <OrderSheet {...sheet} rows={rows} />;
}
