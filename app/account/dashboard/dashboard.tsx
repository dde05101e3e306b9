import { MayNotOrder } from '~/catalogue/products/rows/may-not-order';
import { ImportPanel } from '~/ordering/quick-order/import/views/import-panel';
import { DueSheet } from '~/account/statistics/due-sheet';
import { MostOrderedSheet } from '~/account/statistics/most-ordered-sheet';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { joinWithDots } from '~/base/ui/dotted';
import { Empty } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import type { DashboardView } from './dashboard.server';
import { DashboardTiles } from './dashboard-tiles';
import { RebatePanel } from './rebate-panel';
import { SalesPersonPanel } from './sales-person-panel';

/** The dashboard: the customer's account on one page (ACC-01), the most urgent blocks first. */
export function Dashboard({ view, awaiting }: { view: DashboardView; awaiting: number | null }) {
  const { offers, t, locale } = useShop();
  const person = view.salesPerson.ok ? view.salesPerson.value : null;
  return (
    <>
      <PageHead
        title={t('account:dashboard.title')}
        lead={joinWithDots([view.name, view.ref ? t('home:customer', { ref: view.ref }) : null])}
        actions={
          view.canOrder ? (
            <a className="btn quiet" href={links.quickOrder(locale)}>
              {t('cart:quick.title')}
            </a>
          ) : null
        }
      />
      <DashboardTiles view={view} awaiting={awaiting} />
      <div className="grid g-rail">
        <div>
          <MayNotOrder />
          {view.spending ? (
            <section id="spending" dangerouslySetInnerHTML={{ __html: view.spending }} />
          ) : null}
          {view.canOrder ? <DueSheet found={view.due} inCart={view.inCart} /> : null}
          {offers('GET sale_statistics/top_ordered') ? (
            <MostOrderedSheet most={view.most} inCart={view.inCart} />
          ) : null}
        </div>
        <aside className="rail stack" aria-label={t('home:rail')}>
          <Rebate view={view} />
          {person ? <SalesPersonPanel person={person} /> : null}
          {view.csvMaxMb === null ? null : <ImportPanel csvMaxMb={view.csvMaxMb} />}
        </aside>
      </div>
    </>
  );
}

function Rebate({ view: { rebate } }: { view: DashboardView }) {
  const { t } = useShop();
  if (!rebate.ok) {
    return (
      <section className="panel">
        <Empty icon="alert" title={t('account:rebate.unavailable')} level={2} />
      </section>
    );
  }
  return rebate.value ? <RebatePanel card={rebate.value} /> : null;
}
