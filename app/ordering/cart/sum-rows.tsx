import { useShop } from '~/base/page/shop';
import type { Formats } from '~/base/i18n/formats';
import type { TextKey } from '~/base/i18n/keys';
import type { Translate } from '~/base/i18n/translate';
import { cents, type Cents } from '~/base/kernel/money';
import { Sums } from '~/base/ui/description-list';
import type { YearEndRebate } from './cart';
import type { OrderSums } from './order-sums';

/**
 * An amount with its alternatives, one per radio button. CSS rules display the alternative of the chosen radio button.
 */
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

/** The sums of a cart, an order or a quotation, from gross to total. Unknown amounts have no row. */
export function SumRows({
  sums,
  others = [],
  shippingLater,
}: {
  sums: OrderSums;
  /** Sums for the radio buttons that are not selected (`Following`). */
  others?: readonly OrderSums[];
  /** Text instead of a shipping cost that is not known yet. */
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
 * What a cart or an order contributes to the customer's rebate of the year. At the best tier, the page also shows the
 * maximum. `earned`: the yearly total already includes the contribution.
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
    key: Exclude<TextKey & `cart:rebate.${string}`, 'cart:rebate.liftsMore'>,
    amount: Cents,
    max: Cents,
  ): string => t(key, { amount: formats.money(amount), max: formats.money(max) });
  const isBest = accrued === accruedMax;
  const max = accruedTotalMax ?? accruedTotal;
  const isLifted = !earned && potential > accrued;
  const total = (hasMax: boolean): string[] => {
    if (accruedTotal === null || max === null) return [];
    const own = earned ? 'cart:rebate.with' : 'cart:rebate.without';
    return [words(hasMax && max > accruedTotal ? `${own}Max` : own, accruedTotal, max)];
  };
  if (isLifted)
    return [
      liftedToBest(rebate, t, formats) ?? words('cart:rebate.lifts', potential, potential),
      ...total(false),
    ].join(' ');
  const first = earned
    ? (`cart:rebate.own${isBest ? '' : 'Max'}` as const)
    : (`cart:rebate.adds${isBest ? 'Best' : ''}` as const);
  const other = earned && potential !== accrued;
  // At the best tier the maximum is the sum of the other two amounts. The ERP rounds it separately, so it may differ by
  // a cent.
  return [
    words(first, accrued, accruedMax),
    ...(other ? [words('cart:rebate.potential', potential, potentialMax)] : []),
    ...total(!isBest),
  ].join(' ');
}

/**
 * Text that the best tier applies to the whole year, so that the ERP's maximum is the rebate that will be earned; null
 * below that tier.
 */
function liftedToBest(rebate: YearEndRebate, t: Translate, { money }: Formats): string | null {
  const { potential, potentialMax, accruedTotal, accruedTotalMax } = rebate;
  if (potential !== potentialMax || accruedTotal === null || accruedTotalMax === null) return null;
  const gain = cents(accruedTotalMax - accruedTotal);
  const more = cents(gain - potential);
  return more <= 0
    ? null
    : t('cart:rebate.liftsMore', {
        gain: money(gain),
        amount: money(potential),
        more: money(more),
      });
}
