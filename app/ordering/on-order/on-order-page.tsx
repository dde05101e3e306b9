import type { Family, ProductCard } from '~/catalogue/products/product';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { joinWithDots } from '~/base/ui/dotted';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Empty } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { ListPager } from '~/base/ui/page/pager';
import { Segments } from '~/base/ui/page/segments';
import { State } from '~/base/ui/state';
import { Table } from '~/base/ui/table';
import {
  cancellable,
  families,
  kinds,
  onOrderAddress,
  type OnOrderLine,
  type OnOrderQuery,
} from './on-order';

interface OnOrderRow {
  line: OnOrderLine;
  card: ProductCard | null;
}

interface OnOrderView {
  query: OnOrderQuery;
  /** Products on order; null: this ERP does not report them. */
  list: { total: number; rows: readonly OnOrderRow[] } | null;
}

function Tools({ query }: { query: OnOrderQuery }) {
  const { t, locale } = useShop();
  const to = (change: Partial<OnOrderQuery>) =>
    onOrderAddress(locale, { ...query, ...change, page: 1 });
  const turned = (family: Family): readonly Family[] =>
    query.families.includes(family)
      ? query.families.filter((one) => one !== family)
      : [...query.families, family];
  return (
    <div className="sheet-tools">
      <Segments
        label={t('on-order:show')}
        items={kinds.map((kind) => ({
          href: to({ kind }),
          text: t(`on-order:kinds.${kind}`),
          current: query.kind === kind,
        }))}
      />
      <Segments
        label={t('on-order:family')}
        items={[
          {
            href: to({ families: [] }),
            text: t('on-order:families.all'),
            current: query.families.length === 0,
          },
          ...families.map((family) => ({
            href: to({ families: turned(family) }),
            text: t(`on-order:families.${family}`),
            current: query.families.includes(family),
          })),
        ]}
      />
    </div>
  );
}

function Row({ row: { line, card } }: { row: OnOrderRow }) {
  const { t, locale, formats } = useShop();
  const name = card?.name ?? line.description;
  const about = [
    card?.traits,
    line.orderRef,
    line.reference,
    line.orderedAt ? formats.date(line.orderedAt) : null,
  ];
  return (
    <tr>
      <th scope="row">
        {card?.urlKey ? (
          <a href={links.product(locale, card.urlKey, card.sku ?? undefined)}>{name}</a>
        ) : (
          name
        )}
        {line.isMadeToOrder ? (
          <>
            {' '}
            <State state="pending">{t('on-order:mto')}</State>
          </>
        ) : null}
        <span className="d">{joinWithDots(about)}</span>
      </th>
      {/* On phones, hide the ordered quantity when it equals the open one. */}
      <td
        className={line.ordered === line.toDeliver ? 'num nil' : 'num'}
        data-label={t('on-order:ordered')}
      >
        {formats.number(line.ordered)}
      </td>
      <td className="num" data-label={t('on-order:toDeliver')}>
        <b>{formats.number(line.toDeliver)}</b>
      </td>
      <td className="num" data-label={t('on-order:inBackorder')}>
        {line.inBackorder > 0 ? formats.number(line.inBackorder) : null}
      </td>
      <td className="num acts-cell">
        {line.asked > 0 ? (
          <span className="d">{t('on-order:cancel.asked', { count: line.asked })}</span>
        ) : null}
        {cancellable(line) > 0 ? (
          <a className="btn quiet small" href={links.cancelBackorder(locale, line.id)}>
            {t('on-order:cancel.action')}
            <span className="vh"> {name}</span>
          </a>
        ) : null}
      </td>
    </tr>
  );
}

function OnOrderRows({ rows }: { rows: readonly OnOrderRow[] }) {
  const { t } = useShop();
  const columns = ['ordered', 'toDeliver', 'inBackorder'] as const;
  return (
    <Table
      caption={t('on-order:caption')}
      heads={[
        t('on-order:product'),
        ...columns.map((column) => ({ text: t(`on-order:${column}`), num: true })),
        { text: t('orders:column.actions'), hidden: true },
      ]}
    >
      {rows.map((row) => (
        <Row key={row.line.id} row={row} />
      ))}
    </Table>
  );
}

/** Products ordered but not delivered yet (BACK-01). */
export function OnOrderPage({ view: { query, list } }: { view: OnOrderView }) {
  const { t, locale } = useShop();
  const total = list?.total ?? 0;
  const rows = list?.rows ?? [];
  const filtered = query.kind !== 'all' || query.families.length > 0;
  const isEmpty = filtered ? 'on-order:noneFiltered' : 'on-order:none';
  return (
    <>
      <Crumbs
        items={[
          { name: t('orders:account'), href: links.account(locale) },
          { name: t('on-order:title') },
        ]}
      />
      <PageHead onPaper title={t('on-order:title')} lead={t('on-order:lead')} />
      <div className="sheet">
        {list ? <Tools query={query} /> : null}
        {rows.length > 0 ? (
          <OnOrderRows rows={rows} />
        ) : (
          <Empty icon="truck" level={2} title={t(list ? isEmpty : 'on-order:missing')} />
        )}
      </div>
      <ListPager
        paging={query}
        shown={rows.length}
        total={total}
        address={(paging) => onOrderAddress(locale, { ...query, ...paging })}
      />
      {rows.some(({ line }) => line.isMadeToOrder) ? (
        <p className="muted sub-s">{t('on-order:mtoText')}</p>
      ) : null}
    </>
  );
}
