import { useShop } from '~/page/shop';
import { links } from '~/i18n/links';
import { cents, toEuros, type Cents } from '~/kernel/money';
import { Sums } from '~/ui/description-list';
import { Snippet } from '~/features/content/slot-links';
import { Notice } from '~/ui/notice';
import type { CartView } from './cart-view';

/** What is missing to avoid the participation in costs (PRICE-03). */
export function LowAmountNotice({ view }: { view: CartView }) {
  const { t, formats } = useShop();
  const { low, goods, helpWithFee } = view;
  if (!low) return null;
  const missing = formats.money(low.missing);
  return (
    <Notice tone="warn">
      <p>{t('cart:fee.missing', { missing, fee: formats.money(low.fee) })}</p>
      <progress
        className="warn"
        max={toEuros(low.limit)}
        value={Math.max(0, toEuros(goods))}
        aria-label={t('cart:fee.reached', { limit: formats.money(low.limit) })}
      >
        {formats.money(goods)}
      </progress>
      <p className="hint">{t('cart:fee.limit', { limit: formats.money(low.limit) })}</p>
      {helpWithFee ? (
        <Snippet code="help_with_fee" fallback={<p className="hint">{t('cart:fee.help')}</p>} />
      ) : null}
    </Notice>
  );
}

function Rebate({ view }: { view: CartView }) {
  const { t, formats } = useShop();
  const rebate = view.cart?.yearEndRebate;
  if (!rebate) return null;
  return (
    <p className="muted">
      <small>
        {t('cart:rebate.adds', {
          accrued: formats.money(rebate.accrued),
          max: formats.money(rebate.accruedMax),
        })}
        {rebate.accruedTotal === null
          ? null
          : ` ${t('cart:rebate.total', { total: formats.money(rebate.accruedTotal) })}`}
      </small>
    </p>
  );
}

/** The ERP's own sums; while changes wait they are those of the last answer, and say so. */
export function CartSums({ view }: { view: CartView }) {
  const { t, formats } = useShop();
  const { cart, waiting, low } = view;
  const amount = cart?.amount;
  if (!cart || !amount) return null;
  const saved = (label: string, value: Cents) => ({
    label,
    amount: `−${formats.money(value)}`,
    kind: 'gain' as const,
  });
  const { discount, totalWithoutDiscount, tax, total } = amount;
  const { method, fees } = cart.delivery;
  const items = [
    ...(discount > 0
      ? [
          { label: t('cart:sums.before'), amount: formats.money(totalWithoutDiscount) },
          saved(t('cart:sums.discount'), discount),
        ]
      : []),
    ...(cart.rewardAmount < 0 ? [saved(t('cart:sums.reward'), cents(0 - cart.rewardAmount))] : []),
    { label: t('cart:sums.goods'), amount: formats.money(cart.goods.untaxed) },
    ...(method && fees !== null
      ? [{ label: t('cart:sums.delivery'), amount: formats.money(fees) }]
      : []),
    { label: t('cart:sums.tax'), amount: formats.money(tax) },
    { label: t('cart:sums.total'), amount: formats.money(total), kind: 'total' as const },
  ];
  return (
    <section className="panel stack">
      <h2>{t('cart:sums.title')}</h2>
      <Sums items={items} />
      {low ? (
        <p className="muted">
          <small>{t('cart:sums.withoutFee', { fee: formats.money(low.fee) })}</small>
        </p>
      ) : null}
      {waiting > 0 ? (
        <p className="muted">
          <small>{t('cart:sums.beforeWaiting', { count: waiting })}</small>
        </p>
      ) : null}
      <Rebate view={view} />
    </section>
  );
}

/** On to the delivery, or why not yet: nothing is confirmed while a change waits (CART-07). */
export function ToCheckout({ view }: { view: CartView }) {
  const { t, locale } = useShop();
  const { sync, waiting, canOrder, madeToOrder, cart } = view;
  const blocked = !canOrder
    ? t('cart:checkout.mayNotOrder')
    : cart?.shopOnlyQuotation
      ? t('cart:checkout.onQuotation')
      : sync !== 'synced' || waiting > 0
        ? t('cart:checkout.notSynced')
        : null;
  return (
    <section className="panel stack no-print">
      {madeToOrder > 0 ? (
        <p>
          <b>{t('cart:checkout.madeToOrder', { count: madeToOrder })}</b>{' '}
          {t('cart:checkout.madeToOrderText')}
        </p>
      ) : null}
      {blocked === null ? (
        <a className="btn big wide" href={links.checkout(locale)}>
          {t('cart:checkout.go')}
        </a>
      ) : (
        <>
          <button className="btn big wide" type="button" disabled aria-describedby="not-yet">
            {t('cart:checkout.go')}
          </button>
          <p className="muted" id="not-yet">
            <small>{blocked}</small>
          </p>
        </>
      )}
    </section>
  );
}
