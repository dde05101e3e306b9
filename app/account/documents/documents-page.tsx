import { ordersNamed } from '~/ordering/orders/orders-list';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Crumbs } from '~/base/ui/page/crumbs';
import { TextField } from '~/base/ui/form/field';
import { Icon } from '~/base/ui/icon';
import { Empty } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { ListPager } from '~/base/ui/page/pager';
import { Segments } from '~/base/ui/page/segments';
import { Table } from '~/base/ui/table';
import type { DocumentMonths } from './documents.server';
import {
  documentsAddress,
  documentTypes,
  isBackwards,
  isSearch,
  mostDocuments,
  mostSearched,
  orderNumberOf,
  type Document,
  type DocumentsQuery,
} from './document';

interface DocumentsView {
  query: DocumentsQuery;
  /** Null when this ERP has no documents. */
  list: { total: number; items: readonly Document[]; /** Not searched. */ unread: number } | null;
  months: DocumentMonths;
}

const isNarrowed = (query: DocumentsQuery): boolean => query.type !== null || isSearch(query);

/** Filters by type, number and days. Omitted when all documents fit on one page. */
function Tools({ query, total }: { query: DocumentsQuery; total: number }) {
  const { t, locale } = useShop();
  const to = (type: DocumentsQuery['type']) =>
    documentsAddress(locale, { ...query, type, page: 1 });
  return (
    <div className="sheet-tools">
      <Segments
        label={t('documents:type')}
        items={[
          { href: to(null), text: t('documents:types.all'), current: query.type === null },
          ...documentTypes.map((type) => ({
            href: to(type),
            text: t(`documents:types.${type}`),
            current: query.type === type,
          })),
        ]}
      />
      {total > query.size || isNarrowed(query) ? <Search query={query} /> : null}
    </div>
  );
}

function Search({ query }: { query: DocumentsQuery }) {
  const { t, locale } = useShop();
  const { type, number, size } = query;
  return (
    <form className="stack" action={links.documents(locale)} method="get" id="find">
      {type === null ? null : <input type="hidden" name="type" value={type} />}
      <input type="hidden" name="size" value={size} />
      <div className="inline">
        <TextField
          field={{ id: 'no', name: 'no', initialValue: number ?? '' }}
          label={t('documents:search.number')}
          type="search"
          autoComplete="off"
        />
        <button className="btn quiet" type="submit">
          {t('documents:search.find')}
        </button>
      </div>
      <details className="fold" open={query.from !== null || query.to !== null}>
        <summary>{t('documents:date')}</summary>
        <div className="pair">
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              field={{
                id: end,
                name: end,
                initialValue: query[end] ?? '',
                ...(end === 'to' && isBackwards(query)
                  ? { errors: [t('documents:search.backwards')] }
                  : {}),
              }}
              label={t(`documents:search.${end}`)}
              type="date"
            />
          ))}
        </div>
      </details>
    </form>
  );
}

function Row({ document }: { document: Document }) {
  const { t, locale, formats } = useShop();
  const { id, name, format, type, channel, date } = document;
  const order = orderNumberOf(document);
  return (
    <tr>
      <th scope="row">
        <a href={links.documentDownload(locale, id)} download>
          {name}
        </a>
        <span className="d">
          {t(`documents:one.${type}`)}
          {channel ? ` · ${t(`orders:channels.${channel}`)}` : ''}
          {order === null ? null : (
            // On a phone, the whole row links to the file.
            <span className="nil">
              {' · '}
              <a href={ordersNamed(locale, order)}>{t('documents:order', { number: order })}</a>
            </span>
          )}
        </span>
      </th>
      <td className="num nb">{date ? formats.date(date) : null}</td>
      <td className="num">
        <span className="file-kind">
          <Icon name="dl" small />
          {format === '' ? t('documents:unknownKind') : format.toUpperCase()}
        </span>
      </td>
    </tr>
  );
}

function DocumentRows({ items }: { items: readonly Document[] }) {
  const { t } = useShop();
  return (
    <Table
      shape="two"
      caption={t('documents:caption')}
      heads={[
        t('documents:name'),
        { text: t('documents:date'), num: true },
        { text: t('documents:file'), num: true },
      ]}
    >
      {items.map((document) => (
        <Row key={document.id} document={document} />
      ))}
    </Table>
  );
}

/** Links to the archive of each month, of the selected type, one row per year. */
function Months({
  view: {
    months: { months, knownFrom },
    query: { type },
  },
}: {
  view: DocumentsView;
}) {
  const { t, locale, formats } = useShop();
  const years = [...new Set(months.map((month) => month.slice(0, 4)))];
  return (
    <nav className="panel sub-s" aria-label={t('documents:month.title')} id="months">
      <details className="fold">
        <summary>{t('documents:month.title')}</summary>
        <div className="stack">
          {years.map((year) => (
            <div className="acts" key={year}>
              {months
                .filter((month) => month.startsWith(year))
                .map((month) => (
                  <a
                    key={month}
                    className="btn quiet small"
                    href={links.documentsMonth(locale, month, type)}
                  >
                    <Icon name="dl" small />
                    {formats.month(month, 'long')}
                  </a>
                ))}
            </div>
          ))}
          <p className="hint">
            {t('documents:month.text', { count: mostDocuments })}
            {knownFrom ? (
              <> {t('documents:month.unsure', { month: formats.month(knownFrom, 'long') })}</>
            ) : null}
          </p>
        </div>
      </details>
    </nav>
  );
}

/** The customer's documents by type, each one a file to download (DOC-01). */
export function DocumentsPage({ view }: { view: DocumentsView }) {
  const { query, list } = view;
  const { t, locale, formats } = useShop();
  const total = list?.total ?? 0;
  const items = list?.items ?? [];
  return (
    <>
      <Crumbs
        items={[
          { name: t('orders:account'), href: links.account(locale) },
          { name: t('documents:title') },
        ]}
      />
      <PageHead
        tight
        title={t('documents:title')}
        lead={
          total > 0 ? t('documents:count', { count: total, total: formats.number(total) }) : null
        }
      />
      <div className="sheet">
        {list ? <Tools query={query} total={total} /> : null}
        {items.length > 0 ? (
          <DocumentRows items={items} />
        ) : (
          <Empty
            icon="doc"
            level={2}
            title={t(
              !list
                ? 'documents:missing'
                : isBackwards(query)
                  ? 'documents:search.backwards'
                  : isSearch(query)
                    ? 'documents:search.none'
                    : 'documents:none',
            )}
            actions={
              list && (isNarrowed(query) || query.page > 1) ? (
                <>
                  {query.number === null ? null : (
                    <a className="btn small" href={ordersNamed(locale, query.number)}>
                      {t('documents:search.inOrders', { number: query.number })}
                    </a>
                  )}
                  <a className="btn quiet small" href={links.documents(locale)}>
                    {t('documents:showAll')}
                  </a>
                </>
              ) : null
            }
          />
        )}
      </div>
      {list && list.unread > 0 ? (
        <p className="hint">{t('documents:search.unread', { count: mostSearched })}</p>
      ) : null}
      <ListPager
        paging={query}
        shown={items.length}
        total={total}
        address={(paging) => documentsAddress(locale, { ...query, ...paging })}
      />
      {list && total > 0 ? <Months view={view} /> : null}
    </>
  );
}
