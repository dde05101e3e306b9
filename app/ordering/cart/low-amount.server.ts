/** The small-order fee of a cart or an order; the customer's other open orders count towards the limit (PRICE-03). */
import { findGoodsToCome } from '~/ordering/on-order/past-orders.server';
import type { PageRequest } from '~/base/page/page';
import type { Cents } from '~/base/kernel/money';
import { lowAmount, lowAmountLimit, type LowAmount } from './cart';
import type { OrderSums } from './order-sums';

/**
 * Untaxed goods of open orders other than `except`. null: the cart's goods alone reach the limit, or the ERP did not
 * report the amount in time.
 */
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
