import type { Cart } from '~/features/cart/cart';
import { sumsOf } from '~/features/cart/order-sums';
import { useShop } from '~/page/shop';
import type { Cents } from '~/kernel/money';
import { Sums } from '~/ui/description-list';
import type { OpenCheckout, SummaryLine } from '../checkout-view';

/** One line of the summary; `checkout-view.server.tsx` keeps them finished. */
export function MiniLine({ line }: { line: SummaryLine }) {
  const { formats } = useShop();
  return (
    <li>
      <span className="row-pic">
        {line.picture ? (
          <img src={line.picture} width="40" height="40" alt="" loading="lazy" />
        ) : null}
      </span>
      <span>
        {line.name}
        {line.isReward ? null : (
          <>
            <br />
            <span className="muted">
              {formats.number(line.quantity)}
              {line.netPrice === null ? '' : ` × ${formats.money(line.netPrice)}`}
            </span>
          </>
        )}
      </span>
      <span className="num">{line.amount === null ? '' : formats.money(line.amount)}</span>
    </li>
  );
}

export function CartSums({ cart }: { cart: Cart }) {
  const { t, formats } = useShop();
  const sums = sumsOf(cart);
  const row = (
    label: string,
    amount: Cents | null,
    kind?: 'gain' | 'total',
  ): Parameters<typeof Sums>[0]['items'] =>
    amount === null ? [] : [{ label, amount: formats.money(amount), kind }];
  return (
    <Sums
      items={[
        ...row(t('checkout:sums.gross'), sums.gross),
        ...row(t('checkout:sums.discount'), sums.discount, 'gain'),
        ...row(t('checkout:sums.rewards'), sums.rewards, 'gain'),
        ...row(t('checkout:sums.goods'), sums.goods),
        ...row(t('checkout:sums.shipping'), sums.shipping),
        ...row(t('checkout:sums.tax'), sums.tax),
        ...row(t('checkout:sums.total'), sums.total, 'total'),
      ]}
    />
  );
}

function Rebate({ cart }: { cart: Cart }) {
  const { t, formats } = useShop();
  const rebate = cart.yearEndRebate;
  if (!rebate) return null;
  // Mostly the best tier is all that is still possible: one amount, said once.
  const repeats =
    rebate.potential === rebate.accruedMax && rebate.potentialMax === rebate.accruedMax;
  return (
    <p className="muted">
      <small>
        {t('checkout:rebate.accrued', {
          amount: formats.money(rebate.accrued),
          max: formats.money(rebate.accruedMax),
        })}{' '}
        {repeats
          ? null
          : t('checkout:rebate.potential', {
              amount: formats.money(rebate.potential),
              max: formats.money(rebate.potentialMax),
            })}
        {rebate.accruedTotal === null
          ? null
          : ` ${t('checkout:rebate.total', { amount: formats.money(rebate.accruedTotal) })}`}
      </small>
    </p>
  );
}

export function SummaryPanel({
  cart,
  lines,
  summary,
}: Pick<OpenCheckout, 'cart' | 'lines' | 'summary'>) {
  const { t } = useShop();
  const products = lines.filter(({ isReward }) => !isReward).length;
  return (
    <section className="panel stack">
      <h2>
        {t('checkout:summary.title')}{' '}
        <span className="muted">· {t('checkout:summary.lines', { count: products })}</span>
      </h2>
      <ul className="mini" dangerouslySetInnerHTML={{ __html: summary.first }} />
      {summary.more > 0 ? (
        <details className="fold">
          <summary>{t('checkout:summary.more', { count: summary.more })}</summary>
          <ul className="mini" dangerouslySetInnerHTML={{ __html: summary.rest }} />
        </details>
      ) : null}
      <CartSums cart={cart} />
      <Rebate cart={cart} />
    </section>
  );
}
