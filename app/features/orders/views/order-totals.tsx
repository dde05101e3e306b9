import { useShop } from '~/page/shop';
import { Sums } from '~/ui/description-list';
import type { Order } from '../order';

export function OrderTotals({ order }: { order: Order }) {
  const { t, formats } = useShop();
  const { amount, shipping, goodsUntaxed } = order;
  return (
    <Sums
      items={[
        { label: t('orders:totals.goods'), amount: formats.money(goodsUntaxed) },
        ...(shipping === null
          ? []
          : [{ label: t('orders:totals.shipping'), amount: formats.money(shipping) }]),
        ...(amount
          ? [
              { label: t('orders:totals.tax'), amount: formats.money(amount.tax) },
              {
                label: t('orders:totals.total'),
                amount: formats.money(amount.total),
                kind: 'total' as const,
              },
            ]
          : []),
      ]}
    />
  );
}
