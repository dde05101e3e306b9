import { useShop } from '~/page/shop';
import type { Formats } from '~/i18n/formats';
import type { Translate } from '~/i18n/translate';
import type { Cents } from '~/kernel/money';
import { Sums } from '~/ui/description-list';
import type { YearEndRebate } from './cart';
import type { OrderSums } from './order-sums';

/** The sums of a cart, an order or a quotation, from gross to total; what is not known has no row. */
export function SumRows({
  sums,
  shippingLater,
}: {
  sums: OrderSums;
  /** Words in place of shipping that is not known yet. */
  shippingLater?: string;
}) {
  const { t, formats } = useShop();
  const row = (label: string, amount: Cents | null, kind?: 'gain' | 'total') =>
    amount === null ? [] : [{ label, amount: formats.money(amount), kind }];
  const shipping = t('cart:sums.delivery');
  return (
    <Sums
      items={[
        ...row(t('cart:sums.before'), sums.gross),
        ...row(t('cart:sums.discount'), sums.discount, 'gain'),
        ...row(t('cart:sums.reward'), sums.rewards, 'gain'),
        ...row(t('cart:sums.goods'), sums.goods),
        ...(sums.shipping === null && shippingLater !== undefined
          ? [{ label: shipping, amount: shippingLater }]
          : row(shipping, sums.shipping)),
        ...row(t('cart:sums.tax'), sums.tax),
        ...row(t('cart:sums.total'), sums.total, 'total'),
      ]}
    />
  );
}

/**
 * What a cart or an order adds to the rebate of the year; amounts at the best tier are its maximum. `earned`: the total
 * of the year has it already.
 */
export function RebateLine({ rebate, earned }: { rebate: YearEndRebate | null; earned: boolean }) {
  const { t, formats } = useShop();
  if (!rebate) return null;
  return (
    <p className="muted no-print">
      <small>{rebateWords(rebate, earned, t, formats)}</small>
    </p>
  );
}

function rebateWords(rebate: YearEndRebate, earned: boolean, t: Translate, formats: Formats) {
  const { accrued, accruedMax, potential, potentialMax, accruedTotal, accruedTotalMax } = rebate;
  const words = (
    key: 'adds' | 'addsBest' | 'potential' | 'with' | 'withMax' | 'without' | 'withoutMax',
    amount: Cents,
    max: Cents,
  ): string => t(`cart:rebate.${key}`, { amount: formats.money(amount), max: formats.money(max) });
  const isBest = accrued === accruedMax;
  // Mostly nothing else is possible than what was just said.
  const repeats =
    potentialMax === accruedMax && (potential === accrued || potential === accruedMax);
  const said = [
    words(isBest ? 'addsBest' : 'adds', accrued, accruedMax),
    repeats ? null : words('potential', potential, potentialMax),
  ];
  if (accruedTotal !== null) {
    const own = earned ? 'with' : 'without';
    const max = accruedTotalMax ?? accruedTotal;
    // At the best tier the maximum is a sum of the other two, which the ERP rounds by itself: a cent beside it.
    const hasMax = max > accruedTotal && !isBest;
    said.push(words(hasMax ? `${own}Max` : own, accruedTotal, max));
  }
  return said.filter((one) => one !== null).join(' ');
}
