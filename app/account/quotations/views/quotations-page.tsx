import { type SubmissionResult } from '@conform-to/react';
import { MayNotOrder } from '~/catalogue/products/rows/may-not-order';
import type { Block } from '~/base/page/optional';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { joinWithDots } from '~/base/ui/dotted';
import { DescriptionList } from '~/base/ui/description-list';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Icon } from '~/base/ui/icon';
import { Empty, Notice } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { ListPager } from '~/base/ui/page/pager';
import { Segments } from '~/base/ui/page/segments';
import { Table } from '~/base/ui/table';
import { actionsOf, isOnRequest, isUnanswered, shownState, type Quotation } from '../quotation';
import { listedStates, quotationsAddress, type QuotationsQuery } from '../quotations-list';
import { FromCart, NewQuotation } from './new-quotation';
import { QuotationStateWord } from './quotation-state-word';

export interface QuotationsView {
  query: QuotationsQuery;
  /** Null when this ERP has no quotations. */
  list: Block<{ total: number; items: readonly Quotation[] } | null>;
  /** True when the ERP reports quotation states. */
  byState: boolean;
  /** The shop can create and fill quotations. */
  canStart: boolean;
  /** Number of lines in the cart. */
  cartLines: number;
  /** The ERP has just returned a cart without lines, and the page would offer to request a quotation for it. */
  isCartEmpty: boolean;
}

function States({ view }: { view: QuotationsView }) {
  const { t, locale } = useShop();
  const { query } = view;
  const to = (state: QuotationsQuery['state']) =>
    quotationsAddress(locale, { ...query, state, page: 1 });
  return (
    <div className="sheet-tools">
      <Segments
        label={t('quotations:column.state')}
        items={[
          { href: to(null), text: t('quotations:all'), current: query.state === null },
          ...listedStates.map((state) => ({
            href: to(state),
            text: t(`quotations:state.${state}`),
            current: query.state === state,
          })),
        ]}
      />
    </div>
  );
}

/** A zero amount is not shown as the total: the prices come with the offer, or are on request (PRICE-02). */
function Total({ quotation }: { quotation: Quotation }) {
  const { t, formats } = useShop();
  const { amount, lines } = quotation;
  if (!amount) return null;
  const unpriced = lines.filter(isOnRequest);
  if (amount.total === 0 && unpriced.length === lines.length) {
    if (lines.length === 0) return '–';
    const key = isUnanswered(quotation) ? 'quotations:lines.later' : 'catalogue:price.onRequest';
    return <span className="muted">{t(key)}</span>;
  }
  return (
    <>
      <b>{formats.money(amount.total)}</b>
      {unpriced.length > 0 ? (
        <span className="d">{t('quotations:totals.leftOut', { count: unpriced.length })}</span>
      ) : null}
    </>
  );
}

function Row({ quotation }: { quotation: Quotation }) {
  const { t, locale, formats } = useShop();
  const { id, name, reference, placedAt, lines } = quotation;
  const about = [
    placedAt ? formats.date(placedAt) : null,
    reference,
    t('orders:lines.count', { count: lines.length }),
  ];
  return (
    <tr>
      <th scope="row">
        <a href={links.quotation(locale, id)}>{name}</a>
        <span className="d">{joinWithDots(about)}</span>
      </th>
      <td className="num">
        <Total quotation={quotation} />
      </td>
      <td className="num">
        <QuotationStateWord state={shownState(quotation)} />
      </td>
      <td className="num nil">
        {actionsOf(quotation).includes('pdf') ? (
          <a className="btn quiet small" href={links.quotationDownload(locale, id)}>
            <Icon name="dl" small />
            {t('quotations:pdf')}
            <span className="vh"> {name}</span>
          </a>
        ) : null}
      </td>
    </tr>
  );
}

function QuotationRows({ items }: { items: readonly Quotation[] }) {
  const { t } = useShop();
  return (
    <Table
      shape="two"
      caption={t('quotations:caption')}
      heads={[
        t('quotations:column.number'),
        { text: t('quotations:column.total'), num: true },
        { text: t('quotations:column.state'), num: true },
        { text: t('quotations:download'), hidden: true },
      ]}
    >
      {items.map((quotation) => (
        <Row key={quotation.id} quotation={quotation} />
      ))}
    </Table>
  );
}

/** Explains an empty list: accepted quotations are orders. */
function Nothing({ state }: { state: QuotationsQuery['state'] }) {
  const { t, locale } = useShop();
  if (state === null || state === 'accepted')
    return (
      <Empty
        icon="doc"
        level={2}
        title={t(state === null ? 'quotations:none.title' : 'quotations:none.accepted')}
      >
        <p>
          {t('quotations:none.acceptedText')}{' '}
          <a href={links.orders(locale)}>{t('quotations:none.acceptedLink')}</a>
        </p>
      </Empty>
    );
  return <Empty icon="doc" level={2} title={t('quotations:none.filtered')} />;
}

function List({ view }: { view: QuotationsView }) {
  const { t, locale } = useShop();
  const { query, list } = view;
  const found = list.ok ? list.value : null;
  if (found === null)
    return (
      <div className="panel">
        <Empty
          icon="alert"
          level={2}
          title={t(list.ok ? 'quotations:none.notInstalled' : 'quotations:none.unavailable')}
        />
      </div>
    );
  const { items, total } = found;
  // Without any quotation the tabs are useless, and the ERP has not shown yet whether it has states.
  const isFiltered = query.state !== null;
  return (
    <div>
      <div className="sheet" id="quotations">
        {view.byState && (isFiltered || items.length > 0) ? <States view={view} /> : null}
        {items.length > 0 ? <QuotationRows items={items} /> : <Nothing state={query.state} />}
      </div>
      <ListPager
        paging={query}
        shown={items.length}
        total={total}
        address={(paging) => quotationsAddress(locale, { ...query, ...paging })}
      />
    </div>
  );
}

/**
 * The fault and the input of a form that this page no longer renders: its post showed that the ERP cannot create
 * quotations.
 */
function NotCreated({ lastResult }: { lastResult: SubmissionResult<string[]> | null }) {
  const { t } = useShop();
  const texts = Object.values(lastResult?.error ?? {}).flatMap((faults) => faults ?? []);
  if (texts.length === 0) return null;
  const typed = lastResult?.initialValue?.['reference'];
  return (
    <>
      <Notice tone="bad" role="alert" id="not-created">
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Notice>
      {typeof typed === 'string' && typed !== '' ? (
        <section className="panel" id="unsaved">
          <h2>{t('common:form.unsaved')}</h2>
          <DescriptionList items={[[t('quotations:new.reference'), typed]]} />
        </section>
      ) : null}
    </>
  );
}

/** The form for a new quotation, or the other way that this ERP has. */
function Start({
  view,
  lastResult,
}: {
  view: QuotationsView;
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { mayOrder } = useShop();
  const hasNone = view.list.ok && view.list.value === null;
  if (hasNone && lastResult === null) return null;
  if (view.canStart && !hasNone)
    return <NewQuotation lastResult={lastResult} cartLines={view.cartLines} />;
  return (
    <div className="stack">
      <NotCreated lastResult={lastResult} />
      {hasNone ? null : mayOrder || view.cartLines > 0 ? (
        <FromCart isOpen={lastResult !== null} isCartEmpty={view.isCartEmpty} />
      ) : (
        <MayNotOrder />
      )}
    </div>
  );
}

/** All quotations by state, and the form for a new one. */
export function QuotationsPage({
  view,
  lastResult,
}: {
  view: QuotationsView;
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t, locale } = useShop();
  return (
    <>
      <Crumbs
        items={[
          { name: t('quotations:account'), href: links.account(locale) },
          { name: t('quotations:title') },
        ]}
      />
      <PageHead
        title={t('quotations:title')}
        lead={t(view.byState ? 'quotations:lead' : 'quotations:leadElsewhere')}
      />
      <div className="grid g-rail">
        <List view={view} />
        <Start view={view} lastResult={lastResult} />
      </div>
    </>
  );
}
