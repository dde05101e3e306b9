import { useShop } from '~/page/shop';
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

/** What a cart or an order adds to the rebate of the year; amounts at the best tier are its maximum. */
export function RebateLine({ rebate }: { rebate: YearEndRebate | null }) {
  const { t, formats } = useShop();
  if (!rebate) return null;
  const { accrued, accruedMax, potential, potentialMax, accruedTotal, accruedTotalMax } = rebate;
  const words = (key: 'adds' | 'potential' | 'total', amount: Cents, max: Cents): string =>
    t(`cart:rebate.${key}`, { amount: formats.money(amount), max: formats.money(max) });
  // Mostly nothing else is possible than what was just said.
  const repeats =
    potentialMax === accruedMax && (potential === accrued || potential === accruedMax);
  return (
    <p className="muted no-print">
      <small>
        {[
          words('adds', accrued, accruedMax),
          ...(repeats ? [] : [words('potential', potential, potentialMax)]),
          ...(accruedTotal === null
            ? []
            : [
                accruedTotalMax === null
                  ? t('cart:rebate.totalAlone', { amount: formats.money(accruedTotal) })
                  : words('total', accruedTotal, accruedTotalMax),
              ]),
        ].join(' ')}
      </small>
    </p>
  );
}
