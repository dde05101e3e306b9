import { useShop } from '~/page/shop';
import { links } from '~/i18n/links';
import { Crumbs } from '~/ui/page/crumbs';
import { TextField } from '~/ui/form/field';
import { Icon } from '~/ui/icon';
import { Empty } from '~/ui/notice';
import { PageHead } from '~/ui/page/page-head';
import { ListPager } from '~/ui/page/pager';
import { Segments } from '~/ui/page/segments';
import { Table } from '~/ui/table';
import { channels, type OrderSummary } from '../order';
import { OrderStateWord } from './order-state-word';
import { ordersAddress, type OrdersQuery } from '../orders-list';

export interface OrdersView {
  query: OrdersQuery;
  total: number;
  items: readonly OrderSummary[];
  byChannel: boolean;
}

function Tools({ view }: { view: OrdersView }) {
  const { t, locale } = useShop();
  const { query } = view;
  const to = (channel: OrdersQuery['channel']) =>
    ordersAddress(locale, { ...query, channel, name: null, page: 1 });
  return (
    <div className="sheet-tools">
      {view.byChannel ? (
        <div className="chips">
          <span className="muted" id="channel">
            {t('orders:channel')}
          </span>
          <Segments
            labelledBy="channel"
            items={[
              {
                href: to(null),
                text: t('orders:channels.all'),
                current: query.channel === null && query.name === null,
              },
              ...channels.map((channel) => ({
                href: to(channel),
                text: t(`orders:channels.${channel}`),
                current: query.channel === channel && query.name === null,
              })),
            ]}
          />
        </div>
      ) : null}
      <form className="inline" action={links.orders(locale)} method="get">
        <TextField
          field={{ id: 'no', name: 'no', initialValue: query.name ?? '' }}
          label={t('orders:find')}
          labelHidden
          type="search"
          placeholder={t('orders:find')}
          maxLength={60}
        />
        <button className="btn quiet" type="submit">
          {t('orders:search')}
        </button>
      </form>
    </div>
  );
}

function Row({ order, byChannel }: { order: OrderSummary; byChannel: boolean }) {
  const { t, locale, formats } = useShop();
  return (
    <tr>
      <th scope="row">
        <a className="nb" href={links.order(locale, order.id)}>
          {order.name}
        </a>
      </th>
      <td className="nb" data-label={t('orders:column.date')}>
        {order.placedAt ? formats.date(order.placedAt) : null}
      </td>
      <td data-label={t('orders:column.reference')}>{order.reference}</td>
      <td className="nb" data-label={t('orders:column.suite')}>
        {order.suiteName}
      </td>
      {byChannel ? (
        <td className="nb" data-label={t('orders:channel')}>
          {order.channel ? t(`orders:channels.${order.channel}`) : null}
        </td>
      ) : null}
      <td data-label={t('orders:column.state')}>
        <OrderStateWord order={order} />
      </td>
      <td className="num" data-label={t('orders:column.total')}>
        {order.total === null ? null : <b>{formats.money(order.total)}</b>}
      </td>
      <td className="num acts-cell">
        <a className="btn quiet small" href={links.orderAgain(locale, order.id)}>
          <Icon name="redo" small />
          <span className="lbl">
            {t('orders:again.action')}
            <span className="vh"> {order.name}</span>
          </span>
        </a>
      </td>
    </tr>
  );
}

function OrderRows({ view }: { view: OrdersView }) {
  const { t } = useShop();
  const byChannel = view.items.some(({ channel }) => channel !== null);
  return (
    <Table
      caption={t('orders:caption')}
      heads={[
        t('orders:column.order'),
        t('orders:column.date'),
        t('orders:column.reference'),
        t('orders:column.suite'),
        byChannel ? t('orders:channel') : null,
        t('orders:column.state'),
        { text: t('orders:column.total'), num: true },
        { text: t('orders:column.actions'), hidden: true },
      ]}
    >
      {view.items.map((order) => (
        <Row key={order.id} order={order} byChannel={byChannel} />
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
        ) : (
          <a className="btn small" href={links.quickOrder(locale)}>
            {t('orders:none.order')}
          </a>
        )
      }
    >
      {filtered ? null : <p>{t('orders:none.text')}</p>}
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
        title={t('orders:title')}
        lead={total > 0 ? t('orders:count', { count: total, total: formats.number(total) }) : null}
      />
      <div className="sheet">
        <Tools view={view} />
        {items.length > 0 ? <OrderRows view={view} /> : <NoOrders view={view} />}
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
