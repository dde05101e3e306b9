import { AwaitedPayment } from '~/ordering/payment/awaited-payment';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { AddressLines } from '~/ordering/addresses/address-lines';
import { productLines, type Order } from '~/ordering/orders/order';
import { FreeGoodsList } from '~/ordering/orders/views/free-goods';
import { OrderStateWord } from '~/ordering/orders/views/order-state-word';
import { OrderTotals } from '~/ordering/orders/views/order-totals';
import { DescriptionList } from '~/base/ui/description-list';
import { Html } from '~/base/ui/html';
import { Icon } from '~/base/ui/icon';
import { Empty, Notice } from '~/base/ui/notice';
import { SupportReference } from '~/base/ui/support-reference';
import { CheckoutSteps } from '../views/checkout-steps';
import type { PlacedView } from './placed.server';

type PlacedOrder = Extract<PlacedView, { kind: 'placed' }>;

function OrderSummary({
  order,
  low,
  free,
  payments,
}: { order: Order } & Pick<PlacedOrder, 'low' | 'free' | 'payments'>) {
  const { t, formats } = useShop();
  const address = order.deliveryAddress;
  return (
    <div className="grid g-2">
      <section className="panel">
        <h2>{t('checkout:placed.summary')}</h2>
        <DescriptionList
          items={[
            [t('orders:detail.state'), <OrderStateWord key="state" order={order} />],
            [t('orders:detail.reference'), order.reference],
            [t('orders:detail.suite'), order.suiteName],
            [t('orders:detail.date'), order.placedAt ? formats.dateTime(order.placedAt) : null],
            [t('orders:detail.promised'), order.promisedOn ? formats.day(order.promisedOn) : null],
            [t('orders:detail.carrier'), order.carrier],
            [
              t('orders:detail.delivery'),
              address ? <AddressLines address={address} named /> : null,
            ],
            [
              t('orders:detail.payment'),
              order.onAccount
                ? t('checkout:pay.account')
                : (order.paymentMode ?? payments[0]?.providerName),
            ],
          ]}
        />
      </section>
      <section className="panel stack">
        <h2>
          {t('orders:detail.totals')}{' '}
          <span className="muted">
            · {t('checkout:summary.lines', { count: productLines(order).length })}
          </span>
        </h2>
        <OrderTotals order={order} low={low} />
        <FreeGoodsList free={free} />
      </section>
    </div>
  );
}

function ContactAct() {
  const { t, locale } = useShop();
  return (
    <div className="acts">
      <a className="btn quiet small" href={links.contact(locale)}>
        {t('checkout:contact')}
      </a>
    </div>
  );
}

/** Notice after two payments: the order is safe, and the notice explains what to do about the extra payment. */
function PaidTwice({ payments }: Pick<PlacedOrder, 'payments'>) {
  const { t, formats } = useShop();
  return (
    <Notice tone="warn" role="status">
      <p>{t('checkout:placed.twice', { count: payments.length })}</p>
      <ul>
        {payments.map(({ token, at, providerName: method, reference }) => (
          <li key={token}>
            {t('checkout:placed.payment', {
              at: formats.dateTime(at),
              method,
              reference: reference ?? '–',
            })}
          </li>
        ))}
      </ul>
      <ContactAct />
    </Notice>
  );
}

/**
 * The paid amount. If it differs from the order's total, or the order was already confirmed, the notice also says what
 * to do.
 */
function Paid({ view: { order, payments, paidOther, paidLate } }: { view: PlacedOrder }) {
  const { t, formats } = useShop();
  const [paid] = payments;
  // An announced bank transfer has its own notice.
  if (paid?.back !== 'success') return null;
  const { amount, providerName: method, reference } = paid;
  const isOdd = paidOther !== null || paidLate;
  return (
    <Notice tone={isOdd ? 'warn' : 'ok'} role="status">
      <p>
        {t('checkout:placed.paid', {
          paid: formats.money(amount),
          method,
          reference: reference ?? '–',
        })}
        {paidOther === null
          ? null
          : ` ${t('checkout:placed.paidOther', { total: formats.money(paidOther) })}`}
        {/* An edit of the cart clears its delivery method (contract/erp.md 10.4). */}
        {paidOther !== null && order?.carrier === null
          ? ` ${t('checkout:placed.paidOtherCarrier')}`
          : null}
        {paidLate ? ` ${t('checkout:placed.paidLate')}` : null}
      </p>
      {isOdd ? <ContactAct /> : null}
    </Notice>
  );
}

/** The order's total, if it differs from the confirmed one. */
function OtherTotal({ view: { order, confirmedOther } }: { view: PlacedOrder }) {
  const { t, formats } = useShop();
  const total = order?.amount?.total ?? null;
  if (confirmedOther === null || total === null) return null;
  const values = { total: formats.money(total), confirmed: formats.money(confirmedOther) };
  return (
    <Notice tone="warn" role="status">
      <p>{t('checkout:placed.otherTotal', values)}</p>
      <ContactAct />
    </Notice>
  );
}

function Placed({ view }: { view: PlacedOrder }) {
  const { t, locale } = useShop();
  const { name, order, reopened, message } = view;
  const waits = order?.state === 'pending';
  // If the order waits for its payment, nothing is prepared before the payment arrives.
  const steps = waits ? (['mail', 'follow'] as const) : (['mail', 'prepare', 'follow'] as const);
  return (
    <div className="stack">
      <Notice tone="ok" role="status">
        <p>
          <b>{t('checkout:placed.thanks')}</b> {t('checkout:placed.number')}{' '}
          <span className="ref">{name}</span>
        </p>
      </Notice>
      {view.payments.length > 1 ? <PaidTwice payments={view.payments} /> : <Paid view={view} />}
      <OtherTotal view={view} />
      {waits ? <AwaitedPayment order={order} instructions={message} /> : null}
      {reopened > 0 ? (
        <Notice tone="warn" role="status">
          <p>{t('checkout:placed.reopened', { count: reopened })}</p>
          <div className="acts">
            <a className="btn quiet small" href={links.cart(locale)}>
              {t('checkout:toCart')}
            </a>
          </div>
        </Notice>
      ) : null}
      {order ? (
        <OrderSummary order={order} low={view.low} free={view.free} payments={view.payments} />
      ) : null}
      <section className="panel stack">
        <h2>{t('checkout:placed.next')}</h2>
        <ul className="checks">
          {steps.map((step) => (
            <li key={step}>
              <Icon name="check" />
              <span>{t(`checkout:placed.${step}`)}</span>
            </li>
          ))}
        </ul>
        <div className="acts">
          <a className="btn" href={order ? links.order(locale, order.id) : links.orders(locale)}>
            {order ? t('checkout:placed.toOrder') : t('checkout:toOrders')}
          </a>
          <a className="btn quiet" href={links.home(locale)}>
            {t('checkout:placed.goOn')}
          </a>
        </div>
      </section>
    </div>
  );
}

function UnderWay({ view }: { view: Extract<PlacedView, { kind: 'under-way' }> }) {
  const { t, locale, here } = useShop();
  return (
    <div className="stack">
      <div className="panel">
        <Empty
          icon="redo"
          level={2}
          title={t('checkout:placed.underWay')}
          actions={
            <>
              <a className="btn" href={here}>
                {t('checkout:placed.check')}
              </a>
              <a className="btn quiet" href={links.orders(locale)}>
                {t('checkout:toOrders')}
              </a>
            </>
          }
        >
          <p>{t('checkout:placed.underWayText')}</p>
          <SupportReference failed={view.sentBy} />
        </Empty>
      </div>
      {view.message ? (
        <section className="panel">
          <h2>{t('checkout:placed.fromProvider')}</h2>
          <Html html={view.message} />
        </section>
      ) : null}
    </div>
  );
}

/** The outcome is unknown, or nothing was ordered: explains it and offers next steps. */
function NotPlaced({ view }: { view: Exclude<PlacedView, { kind: 'placed' }> }) {
  const { t, locale, here } = useShop();
  if (view.kind === 'under-way') return <UnderWay view={view} />;
  if (view.kind === 'signed-out')
    return (
      <div className="panel">
        <Empty
          icon="lock"
          level={2}
          title={t('checkout:placed.signedOut.title', { name: view.name })}
          actions={
            <a className="btn" href={links.signIn(locale, here)}>
              {t('common:header.signIn')}
            </a>
          }
        >
          <p>{t('checkout:placed.signedOut.text')}</p>
        </Empty>
      </div>
    );
  if (view.kind === 'nothing')
    return (
      <div className="panel">
        <Empty
          icon="doc"
          level={2}
          title={t('checkout:placed.nothing.title')}
          actions={
            <>
              <a className="btn" href={links.orders(locale)}>
                {t('checkout:toOrders')}
              </a>
              <a className="btn quiet" href={links.cart(locale)}>
                {t('checkout:toCart')}
              </a>
            </>
          }
        >
          <p>{t('checkout:placed.nothing.text')}</p>
        </Empty>
      </div>
    );
  const words = view.kind === 'not-placed' ? 'notPlaced' : (`unpaid.${view.outcome}` as const);
  return (
    <div className="panel">
      <Empty
        icon="alert"
        level={2}
        title={t(`checkout:placed.${words}.title`)}
        actions={
          <>
            <a className="btn" href={links.checkout(locale)}>
              {t(view.kind === 'unpaid' ? 'checkout:placed.payAgain' : 'checkout:placed.again')}
            </a>
            <a className="btn quiet" href={links.contact(locale)}>
              {t('checkout:contact')}
            </a>
          </>
        }
      >
        <p>{t(`checkout:placed.${words}.text`)}</p>
      </Empty>
    </div>
  );
}

export function PlacedPage({ view }: { view: PlacedView }) {
  const { t } = useShop();
  return (
    <>
      {view.kind === 'nothing' || view.kind === 'signed-out' ? null : (
        <CheckoutSteps current={view.kind === 'placed' ? 'confirmation' : 'delivery'} />
      )}
      <h1 className="head">
        {t(view.kind === 'placed' ? 'checkout:placed.title' : 'checkout:placed.titlePending')}
      </h1>
      {view.kind === 'placed' ? <Placed view={view} /> : <NotPlaced view={view} />}
    </>
  );
}
