import { useShop } from '~/page/shop';
import type { Formats } from '~/i18n/formats';
import type { Translate } from '~/i18n/translate';
import type { Cents } from '~/kernel/money';
import { Sums } from '~/ui/description-list';
import type { YearEndRebate } from './cart';
import type { OrderSums } from './order-sums';

/** An amount, and those that take its place while the radio button of the same number is chosen. */
export function Following({
  amount,
  others,
}: {
  amount: Cents | null;
  others: readonly (Cents | null)[];
}) {
  const { formats } = useShop();
  const words = (one: Cents | null): string => (one === null ? '–' : formats.money(one));
  if (others.every((other) => other === amount)) return words(amount);
  return (
    <>
      <span className="is">{words(amount)}</span>
      {others.map((other, at) => (
        <span key={at} className={`if w${at + 1}`}>
          {' '}
          {words(other)}
        </span>
      ))}
    </>
  );
}

/** The sums of a cart, an order or a quotation, from gross to total; what is not known has no row. */
export function SumRows({
  sums,
  others = [],
  shippingLater,
}: {
  sums: OrderSums;
  /** With the choices that are not the present one, see `Following`. */
  others?: readonly OrderSums[];
  /** Words in place of shipping that is not known yet. */
  shippingLater?: string;
}) {
  const { t } = useShop();
  const row = (label: string, of: keyof OrderSums, kind?: 'gain' | 'total') => {
    const amounts = others.map((other) => other[of]);
    return [sums[of], ...amounts].every((one) => one === null)
      ? []
      : [{ label, amount: <Following amount={sums[of]} others={amounts} />, kind }];
  };
  const shipping = t('cart:sums.delivery');
  return (
    <Sums
      items={[
        ...row(t('cart:sums.before'), 'gross'),
        ...row(t('cart:sums.discount'), 'discount', 'gain'),
        ...row(t('cart:sums.reward'), 'rewards', 'gain'),
        ...row(t('cart:sums.goods'), 'goods'),
        ...(sums.shipping === null && shippingLater !== undefined
          ? [{ label: shipping, amount: shippingLater }]
          : row(shipping, 'shipping')),
        ...row(t('cart:sums.tax'), 'tax'),
        ...row(t('cart:sums.total'), 'total', 'total'),
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
