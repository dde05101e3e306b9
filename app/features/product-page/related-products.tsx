import { OrderSheet } from '~/features/order-sheet/order-sheet';
import { useOrderRows } from '~/features/order-sheet/order-rows';
import type { ProductCard } from '~/features/catalogue/product';

interface ListProps {
  id: string;
  title: string;
  note?: string;
  cards: readonly ProductCard[];
  inCart: ReadonlyMap<number, number>;
  token: string;
  action: string;
}

/** Linked products as an order sheet of their own. */
export function LinkedProducts({ id, title, note, cards, inCart, token, action }: ListProps) {
  const rows = useOrderRows(cards, inCart);
  if (rows.length === 0) return null;
  return <OrderSheet id={id} title={title} note={note} rows={rows} token={token} action={action} />;
}
