import type { LowAmount } from '~/ordering/cart/cart';
import { AwaitedPayment } from '~/ordering/payment/awaited-payment';
import { safeLink, type LinkRules } from '~/base/page/untrusted/safe-link';
import { joinWithDots } from '~/base/ui/dotted';
import { GuardedLink } from '~/base/ui/guarded-link';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import type { TextKey } from '~/base/i18n/keys';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Html, type SafeHtml } from '~/base/ui/html';
import { Icon } from '~/base/ui/icon';
import { Notice } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { stillToCome, type Order, type Parcel } from '../order';
import type { FreeGoods } from './free-goods';
import { OrderFacts } from './order-facts';
import { OrderLines, type ShownLine } from './order-lines';
import { OrderStateWord } from './order-state-word';
import { OrderTotals } from './order-totals';

export interface OrderView {
  order: Order;
  low: LowAmount | null;
  free: readonly FreeGoods[];
  /** Address of the list of orders, with the page and filter from which the customer came. */
  listAddress: string;
  lines: readonly ShownLine[];
  note: SafeHtml | null;
  /** The payment that the order waits for; null: it waits for none, as far as this shop knows. */
  awaited: { instructions: SafeHtml | null } | null;
  linkRules: LinkRules;
  customerRef: string | null;
}

const parcelStates = ['draft', 'waiting', 'confirmed', 'assigned', 'done', 'cancel'] as const;

const parcelWord = (state: string): TextKey => {
  const known = parcelStates.find((one) => one === state);
  return known ? `orders:parcel.state.${known}` : 'orders:parcel.state.other';
};

function ParcelItem({ parcel, rules }: { parcel: Parcel; rules: LinkRules }) {
  const { t, formats, locale } = useShop();
  const link = safeLink(parcel.trackingUrl, locale, rules);
  const number = parcel.tracking ?? t('orders:parcel.track');
  return (
    <li>
      <p>
        <b>{parcel.name}</b>
        <span className="d">
          {joinWithDots([
            t(parcelWord(parcel.state)),
            parcel.carrier,
            parcel.date ? formats.date(parcel.date) : null,
          ])}
        </span>
        {link?.external ? <GuardedLink link={link}>{number}</GuardedLink> : parcel.tracking}
      </p>
    </li>
  );
}

function Side({ view }: { view: OrderView }) {
  const { t } = useShop();
  const { order, note, customerRef } = view;
  return (
    <div className="stack side">
      <section className="panel stack">
        <h2>{t('orders:detail.totals')}</h2>
        <OrderTotals order={order} low={view.low} />
      </section>
      <OrderFacts order={order} customerRef={customerRef} />
      {order.parcels.length > 0 ? (
        <section className="panel">
          <h2>{t('orders:parcel.title')}</h2>
          <ul className="list">
            {order.parcels.map((parcel) => (
              <ParcelItem key={parcel.id} parcel={parcel} rules={view.linkRules} />
            ))}
          </ul>
        </section>
      ) : null}
      {note ? (
        <section className="panel">
          <h2>{t('orders:detail.note')}</h2>
          <Html html={note} />
        </section>
      ) : null}
    </div>
  );
}

function Lead({ order }: { order: Order }) {
  const { t, formats } = useShop();
  const date = order.placedAt ? formats.date(order.placedAt) : null;
  return (
    <>
      <OrderStateWord order={order} />
      {date ? ` · ${t('orders:detail.placed', { date })}` : ''}
      {order.channel ? ` ${t(`orders:by.${order.channel}`)}` : ''}
    </>
  );
}

export function OrderPage({ view }: { view: OrderView }) {
  const { t, locale, offers, mayOrder } = useShop();
  const { order } = view;
  const open = stillToCome(order);
  return (
    <>
      <Crumbs
        items={[
          { name: t('orders:account'), href: links.account(locale) },
          { name: t('orders:title'), href: view.listAddress },
          { name: order.name },
        ]}
      />
      <PageHead
        onPaper
        title={t('orders:detail.heading', { name: order.name })}
        lead={<Lead order={order} />}
        actions={
          <>
            {mayOrder ? (
              <a className="btn" href={links.orderAgain(locale, order.id)}>
                <Icon name="redo" small />
                {t('orders:again.action')}
              </a>
            ) : null}
            <a className="btn quiet" href={links.orderDownload(locale, order.id)}>
              <Icon name="dl" small />
              {t('orders:detail.download')}
            </a>
            <a className="btn quiet" href={links.orderCsv(locale, order.id)}>
              <Icon name="dl" small />
              {t('orders:detail.csv')}
            </a>
          </>
        }
      />
      <div className="grid g-sum">
        <div className="stack">
          {order.importWarning ? (
            <Notice tone="warn">
              {order.importWarning.split('\n').map((line, position) => (
                <p key={position}>{line}</p>
              ))}
            </Notice>
          ) : null}
          {view.awaited ? <AwaitedPayment order={order} {...view.awaited} /> : null}
          <OrderLines order={order} lines={view.lines} free={view.free} />
          {open.pieces > 0 ? (
            <Notice tone="info">
              <p>
                <b>{t('orders:open.pieces', { count: open.pieces })}</b>{' '}
                {t('orders:open.lines', { count: open.lines })}{' '}
                {offers('GET products_on_order') ? (
                  <a className="no-print" href={links.productsOnOrder(locale)}>
                    {t('orders:open.list')}
                  </a>
                ) : null}
              </p>
            </Notice>
          ) : null}
        </div>
        <Side view={view} />
      </div>
    </>
  );
}
