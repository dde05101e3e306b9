import type { LowAmount } from '~/features/cart/cart';
import { WithoutFee } from '~/features/cart/low-amount';
import { RebateLine, SumRows } from '~/features/cart/sum-rows';
import { useShop } from '~/page/shop';
import { countsCancelled, orderSums, type Order } from '../order';

export function OrderTotals({ order, low }: { order: Order; low: LowAmount | null }) {
  const { t } = useShop();
  const isEarned = order.state !== 'pending';
  // Whether the ERP's maximum has an order in it that its total has not is nowhere said.
  const rebate = order.yearEndRebate && {
    ...order.yearEndRebate,
    ...(isEarned ? {} : { accruedTotalMax: null }),
  };
  return (
    <>
      <SumRows sums={orderSums(order)} />
      <WithoutFee low={low} alone />
      {countsCancelled(order) ? (
        <p className="muted">
          <small>{t('orders:detail.cancelledToo')}</small>
        </p>
      ) : null}
      <RebateLine rebate={rebate} earned={isEarned} />
    </>
  );
}
