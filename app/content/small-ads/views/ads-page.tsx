import type { Block } from '~/base/page/optional';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import type { Day } from '~/base/kernel/day';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Icon } from '~/base/ui/icon';
import { Empty } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { ListPager } from '~/base/ui/page/pager';
import { Segments } from '~/base/ui/page/segments';
import { adStates, type SmallAd } from '../small-ad';
import { adsAddress, type AdsQuery, type OwnQuery } from '../small-ads-list';
import { AdFilters } from './ad-filters';
import { OwnTable, PublishedTable } from './ads-tables';

export interface AdsView {
  query: AdsQuery;
  /** Null when this ERP has no ads. */
  list: Block<{ total: number; items: readonly SmallAd[] } | null>;
  today: Day;
}

/** Links that switch between all published ads and the customer's own ads. */
function Whose({ query }: { query: AdsQuery }) {
  const { t, locale } = useShop();
  return (
    <Segments
      label={t('small-ads:whose.label')}
      items={[
        {
          href: links.smallAds(locale),
          text: t('small-ads:whose.published'),
          current: query.kind === 'published',
        },
        {
          href: links.ownSmallAds(locale),
          text: t('small-ads:whose.own'),
          current: query.kind === 'own',
        },
      ]}
    />
  );
}

function States({ query }: { query: OwnQuery }) {
  const { t, locale } = useShop();
  const to = (state: OwnQuery['state']) => adsAddress(locale, { ...query, state, page: 1 });
  return (
    <Segments
      label={t('small-ads:column.state')}
      items={[
        { href: to(null), text: t('small-ads:all'), current: query.state === null },
        ...adStates.map((state) => ({
          href: to(state),
          text: t(`small-ads:state.${state}`),
          current: query.state === state,
        })),
      ]}
    />
  );
}

function Nothing({ query }: { query: AdsQuery }) {
  const { t, locale } = useShop();
  const filtered =
    query.kind === 'own' ? query.state !== null : query.category !== null || query.region !== null;
  const title = filtered ? 'filtered' : query.kind === 'own' ? 'own' : 'published';
  const all = query.kind === 'own' ? links.ownSmallAds(locale) : links.smallAds(locale);
  return (
    <Empty
      icon="list"
      level={2}
      title={t(`small-ads:none.${title}`)}
      actions={
        filtered ? (
          <a className="btn small quiet" href={all}>
            {t('small-ads:none.showAll')}
          </a>
        ) : (
          <a className="btn small" href={links.newSmallAd(locale)}>
            {t('small-ads:new.action')}
          </a>
        )
      }
    />
  );
}

function List({ view }: { view: AdsView }) {
  const { t } = useShop();
  const { query, list, today } = view;
  const found = list.ok ? list.value : null;
  if (found === null)
    return (
      <Empty
        icon="alert"
        level={2}
        title={t(list.ok ? 'small-ads:none.notInstalled' : 'small-ads:none.unavailable')}
      />
    );
  if (found.items.length === 0) return <Nothing query={query} />;
  return query.kind === 'own' ? (
    <OwnTable items={found.items} today={today} />
  ) : (
    <PublishedTable items={found.items} />
  );
}

/** Published ads by category and region, or the customer's own ads by state (ADS-01). */
export function AdsPage({ view }: { view: AdsView }) {
  const { t, locale } = useShop();
  const { query, list } = view;
  const found = list.ok ? list.value : null;
  return (
    <>
      <Crumbs
        items={[
          { name: t('small-ads:account'), href: links.account(locale) },
          { name: t('small-ads:title') },
        ]}
      />
      <PageHead
        title={t('small-ads:title')}
        lead={t('small-ads:lead')}
        actions={
          list.ok && found === null ? null : (
            <a className="btn" href={links.newSmallAd(locale)}>
              <Icon name="plus" small />
              {t('small-ads:new.action')}
            </a>
          )
        }
      />
      <div className="sheet" id="ads">
        <div className="sheet-tools">
          <Whose query={query} />
          {query.kind === 'own' ? <States query={query} /> : <AdFilters query={query} />}
        </div>
        <List view={view} />
      </div>
      <ListPager
        paging={query}
        shown={found?.items.length ?? 0}
        total={found?.total ?? 0}
        address={(paging) => adsAddress(locale, { ...query, ...paging })}
      />
    </>
  );
}
