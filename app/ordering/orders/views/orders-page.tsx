import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { joinWithDots } from '~/base/ui/dotted';
import { Crumbs } from '~/base/ui/page/crumbs';
import { TextField } from '~/base/ui/form/field';
import { Icon } from '~/base/ui/icon';
import { Empty } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { ListPager } from '~/base/ui/page/pager';
import { Segments } from '~/base/ui/page/segments';
import { Table } from '~/base/ui/table';
import { channels, type OrderSummary } from '../order';
import { OrderStateWord } from './order-state-word';
import { ordersAddress, type OrdersQuery } from '../orders-list';

interface OrdersView {
  query: OrdersQuery;
  total: number;
  items: readonly OrderSummary[];
  byChannel: boolean;
  among?: 'all' | 'channel';
  /** True when the ERP provides no list, so that there may still be orders. */
  isMissing: boolean;
  canOrder: boolean;
}

function Tools({ view }: { view: OrdersView }) {
  const { t, locale } = useShop();
  const { query } = view;
  const to = (channel: OrdersQuery['channel']) =>
    ordersAddress(locale, { ...query, channel, page: 1 });
  return (
    <div className="sheet-tools">
      {view.byChannel ? (
        <Segments
          label={t('orders:channel')}
          items={[
            {
              href: to(null),
              text: t('orders:channels.all'),
              current: query.channel === null,
            },
            ...channels.map((channel) => ({
              href: to(channel),
              text: t(`orders:channels.${channel}`),
              current: query.channel === channel,
            })),
          ]}
        />
      ) : null}
      <form className="inline" action={links.orders(locale)} method="get">
        {query.channel === null ? null : (
          <input type="hidden" name="channel" value={query.channel} />
        )}
        <input type="hidden" name="size" value={query.size} />
        <TextField
          field={{ id: 'no', name: 'no', initialValue: query.name ?? '' }}
          label={t('orders:find')}
          type="search"
        />
        <button className="btn quiet" type="submit">
          {t('orders:search')}
        </button>
      </form>
    </div>
  );
}

function Row({ order }: { order: OrderSummary }) {
  const { t, locale, formats, mayOrder } = useShop();
  const about = [
    order.reference,
    order.suiteName,
    order.channel ? t(`orders:channels.${order.channel}`) : null,
  ];
  return (
    <tr>
      <th scope="row">
        <a href={links.order(locale, order.id)}>{order.name}</a>{' '}
        {order.placedAt ? <span className="hint nb">{formats.date(order.placedAt)}</span> : null}
        <span className="d">{joinWithDots(about)}</span>
      </th>
      <td className="num">{order.total === null ? '–' : <b>{formats.money(order.total)}</b>}</td>
      <td className="num">
        <OrderStateWord order={order} />
      </td>
      <td className="num nil">
        {mayOrder ? (
          <a className="btn quiet small" href={links.orderAgain(locale, order.id)}>
            <Icon name="redo" small />
            {t('orders:again.action')}
            <span className="vh"> {order.name}</span>
          </a>
        ) : null}
      </td>
    </tr>
  );
}

function OrderRows({ view }: { view: OrdersView }) {
  const { t } = useShop();
  return (
    <Table
      shape="two"
      caption={t('orders:caption')}
      heads={[
        t('orders:column.order'),
        { text: t('orders:column.total'), num: true },
        { text: t('orders:column.state'), num: true },
        { text: t('orders:column.actions'), hidden: true },
      ]}
    >
      {view.items.map((order) => (
        <Row key={order.id} order={order} />
      ))}
    </Table>
  );
}

function NoOrders({ view }: { view: OrdersView }) {
  const { t, locale } = useShop();
  const filtered = view.query.channel !== null || view.query.name !== null;
  return (
    <Empty
      icon="doc"
      level={2}
      title={t(filtered ? 'orders:none.filtered' : 'orders:none.title')}
      actions={
        filtered || view.total > 0 ? (
          <a className="btn quiet small" href={links.orders(locale)}>
            {t('orders:none.all')}
          </a>
        ) : view.canOrder ? (
          <a className="btn small" href={links.quickOrder(locale)}>
            {t('orders:none.order')}
          </a>
        ) : null
      }
    >
      {view.query.name === null ? null : <p>{t('orders:none.searched')}</p>}
      {filtered ? null : <p>{t('orders:none.text')}</p>}
    </Empty>
  );
}

function MissingOrders() {
  const { t, locale } = useShop();
  return (
    <Empty
      icon="alert"
      level={2}
      title={t('orders:missing.title')}
      actions={
        <a className="btn quiet small" href={links.contact(locale)}>
          {t('common:footer.contact')}
        </a>
      }
    >
      <p>{t('orders:missing.text')}</p>
    </Empty>
  );
}

export function OrdersPage({ view }: { view: OrdersView }) {
  const { t, locale, formats } = useShop();
  const { query, total, items } = view;
  return (
    <>
      <Crumbs
        items={[
          { name: t('orders:account'), href: links.account(locale) },
          { name: t('orders:title') },
        ]}
      />
      <PageHead
        tight
        title={t('orders:title')}
        lead={total > 0 ? t('orders:count', { count: total, total: formats.number(total) }) : null}
      />
      <div className="sheet">
        {view.isMissing ? null : <Tools view={view} />}
        {view.among ? (
          <p className="sheet-tools muted" role="status">
            {t(`orders:among.${view.among}`)}
          </p>
        ) : null}
        {view.isMissing ? (
          <MissingOrders />
        ) : items.length > 0 ? (
          <OrderRows view={view} />
        ) : (
          <NoOrders view={view} />
        )}
      </div>
      <ListPager
        paging={query}
        shown={items.length}
        total={total}
        address={(paging) => ordersAddress(locale, { ...query, ...paging })}
      />
    </>
  );
}
