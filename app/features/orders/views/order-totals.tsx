import type { LowAmount } from '~/features/cart/cart';
import { WithoutFee } from '~/features/cart/low-amount';
import { RebateLine, SumRows } from '~/features/cart/sum-rows';
import { useShop } from '~/page/shop';
import { countsCancelled, orderSums, type Order } from '../order';

export function OrderTotals({ order, low }: { order: Order; low: LowAmount | null }) {
  const { t } = useShop();
  return (
    <>
      <SumRows sums={orderSums(order)} />
      <WithoutFee low={low} alone />
      {countsCancelled(order) ? (
        <p className="muted">
          <small>{t('orders:detail.cancelledToo')}</small>
        </p>
      ) : null}
      <RebateLine rebate={order.yearEndRebate} earned={order.state !== 'pending'} />
    </>
  );
}
