import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Notice } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { faultText } from './fault-text';
import { ImportPanel } from './import-panel';
import { ImportPreview } from './import-preview';
import { ImportResult } from './import-result';
import type { ImportAnswer, ImportView } from '../import-view';

const isOfFile = (fault: ImportAnswer['fault']): boolean =>
  !['may-not-order', 'checking', 'unavailable', 'refused', 'not-installed', 'unusual'].includes(
    fault.kind,
  );

function NotAvailable() {
  const { t, locale } = useShop();
  return (
    <Notice tone="info">
      <p>{t('cart:import.fault.not-installed')}</p>
      <div className="acts">
        <a className="btn small" href={links.quickOrder(locale)}>
          {t('cart:quick.title')}
        </a>
      </div>
    </Notice>
  );
}

function FileForm({ view, answer }: { view: ImportView; answer: ImportAnswer | null }) {
  const { t } = useShop();
  const error = answer && isOfFile(answer.fault) ? faultText(t, answer.fault) : undefined;
  return (
    <div className="grid g-2">
      <ImportPanel csvMaxMb={view.csvMaxMb} error={error} titled={false} />
      <section className="panel">
        <h2>{t('cart:import.how.title')}</h2>
        <ul className="list">
          <li>{t('cart:import.how.lines')}</li>
          <li>{t('cart:import.how.codes')}</li>
          <li>{t('cart:import.how.excel')}</li>
          <li>{t('cart:import.how.preview')}</li>
        </ul>
      </section>
    </div>
  );
}

function Body({ view, answer }: { view: ImportView; answer: ImportAnswer | null }) {
  const { t } = useShop();
  const { draft, available } = view;
  if (draft === null || draft === 'expired')
    return (
      <>
        {draft === 'expired' ? (
          <Notice tone="warn">
            <p>{t('cart:import.expired')}</p>
          </Notice>
        ) : null}
        {available && view.canOrder ? <FileForm view={view} answer={answer} /> : null}
      </>
    );
  return draft.fate.kind === 'ready' ? (
    <ImportPreview
      draft={draft}
      available={available && view.canOrder}
      sure={answer?.sure ?? false}
    />
  ) : (
    <ImportResult draft={draft} />
  );
}

/** Import page for an order file: upload, preview, confirmation (ACC-01). */
export function ImportPage({ view, answer }: { view: ImportView; answer: ImportAnswer | null }) {
  const { t, locale } = useShop();
  const draft = view.draft === 'expired' ? null : view.draft;
  const fault = answer?.fault ?? null;
  const apart = fault && fault.kind !== 'not-installed' && (draft !== null || !isOfFile(fault));
  return (
    <>
      <Crumbs
        items={[
          { name: t('cart:title'), href: links.cart(locale) },
          { name: t('cart:import.title') },
        ]}
      />
      <PageHead title={t('cart:import.title')} lead={draft?.fileName || t('cart:import.lead')} />
      <div className="stack">
        {apart ? (
          <Notice tone="bad" role="alert">
            <p>{faultText(t, fault)}</p>
          </Notice>
        ) : null}
        {view.available ? null : <NotAvailable />}
        {view.canOrder ? null : (
          <Notice tone="info">
            <p>{t('catalogue:bar.may-not-order.meaning')}</p>
          </Notice>
        )}
        <Body view={view} answer={answer} />
      </div>
    </>
  );
}
