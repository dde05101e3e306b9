import { OrderSheet } from '~/features/order-sheet/order-sheet';
import { useOrderRows } from '~/features/order-sheet/order-rows';
import { useShop } from '~/page/shop';
import type { DueCard } from './due.server';

/** What is due again, with the usual quantities typed: one step orders all of it (ACC-02). */
export function DueSheet({
  due,
  inCart,
}: {
  due: readonly DueCard[];
  inCart: ReadonlyMap<number, number>;
}) {
  const { t, formats } = useShop();
  const base = useOrderRows(
    due.map(({ card }) => card),
    inCart,
  );
  if (due.length === 0) return null;
  const rows = base.map((row, position) => {
    const product = due[position]?.due;
    if (!product) return row;
    return {
      ...row,
      // What lies in the cart already is not proposed a second time.
      proposed: row.inCart ? undefined : product.pieces,
      note: t('home:due.row', {
        last: formats.day(product.lastOn),
        due: formats.day(product.dueOn),
      }),
    };
  });
  return (
    <OrderSheet rows={rows} title={t('home:due.title')} note={t('home:due.note')} id="due-again" />
  );
}
