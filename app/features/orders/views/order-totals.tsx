import { RebateLine, SumRows } from '~/features/cart/sum-rows';
import { orderSums, type Order } from '../order';

export function OrderTotals({ order }: { order: Order }) {
  return (
    <>
      <SumRows sums={orderSums(order)} />
      <RebateLine rebate={order.yearEndRebate} />
    </>
  );
}
