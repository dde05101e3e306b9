/** The participation in costs of a cart or an order, with the customer's other open orders counted in (PRICE-03). */
import { findGoodsToCome } from '~/ordering/on-order/past-orders.server';
import type { PageRequest } from '~/base/page/page';
import type { Cents } from '~/base/kernel/money';
import { lowAmount, lowAmountLimit, type LowAmount } from './cart';
import type { OrderSums } from './order-sums';

/** Of other orders than `except`; null where the goods alone reach the limit, or it is not known in time. */
export const findToCome = async (
  page: Pick<PageRequest, 'context'>,
  goods: Cents,
  options: { except?: number; now?: boolean } = {},
): Promise<Cents | null> => (goods < lowAmountLimit ? findGoodsToCome(page, options) : null);

export const findLowAmount = async (
  page: Pick<PageRequest, 'context'>,
  { goods, rewards }: OrderSums,
  own: number,
): Promise<LowAmount | null> =>
  lowAmount(goods, await findToCome(page, goods, { except: own }), rewards);
