import type { LowAmount } from '~/ordering/cart/cart';
import { WithoutFee } from '~/ordering/cart/low-amount';
import { RebateLine, SumRows } from '~/ordering/cart/sum-rows';
import { useShop } from '~/base/page/shop';
import { countsCancelled, orderSums, type Order } from '../order';

export function OrderTotals({ order, low }: { order: Order; low: LowAmount | null }) {
  const { t } = useShop();
  const isEarned = order.state !== 'pending';
  // The contract does not say whether the ERP's maximum includes an order that its total does not include.
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
