import { RebateLine, SumRows } from '~/features/cart/sum-rows';
import { useShop } from '~/page/shop';
import { countsCancelled, orderSums, type Order } from '../order';

export function OrderTotals({ order }: { order: Order }) {
  const { t } = useShop();
  return (
    <>
      <SumRows sums={orderSums(order)} />
      {countsCancelled(order) ? (
        <p className="muted">
          <small>{t('orders:detail.cancelledToo')}</small>
        </p>
      ) : null}
      <RebateLine rebate={order.yearEndRebate} />
    </>
  );
}
