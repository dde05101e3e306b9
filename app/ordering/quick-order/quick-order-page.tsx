import { AddedBefore } from '~/ordering/cart/added-before';
import { MayNotOrder } from '~/catalogue/products/rows/may-not-order';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { FileInput } from '~/base/ui/form/file-input';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Icon } from '~/base/ui/icon';
import { Notice } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { HowRead } from './how-read';
import { faultText } from './import/views/fault-text';
import { ScanBar, SoundChoice } from './scan/scan-bar';
import { QuickLines } from './quick-lines';
import { isReady, isWrong, rowsOf } from './rows';
import type { QuickView } from './quick-order.server';

type Rows = ReturnType<typeof rowsOf>;

/** Explains why the whole pasted list or file was rejected. */
function ListFault({ fault }: { fault: NonNullable<QuickView['fault']> }) {
  const { t } = useShop();
  switch (fault.kind) {
    case 'nothing-typed':
      return t('cart:quick.fault.nothingTyped');
    case 'too-many-lines':
      return t('cart:quick.fault.tooMany', { count: fault.lines });
    default:
      return faultText(t, fault);
  }
}

/**
 * Tells the customer how many rejected lines to correct. Displays nothing when no line is rejected or none can be
 * corrected.
 */
function ToMend({ rows, ready }: { rows: Rows; ready: number }) {
  const { t } = useShop();
  const wrong = rows.filter(isWrong);
  if (wrong.length === 0) return null;
  if (ready > 0) return t('cart:quick.wrong', { count: wrong.length });
  const mendable = wrong.filter(({ line }) => line.fault?.kind !== 'barred').length;
  return mendable > 0 ? t('cart:quick.leftToCorrect', { count: mendable }) : null;
}

/** Displays how many of the lines are ready to be added. */
function Readiness({ rows }: { rows: Rows }) {
  const { t } = useShop();
  const ready = rows.filter(isReady).length;
  return (
    <Notice tone={rows.some(isWrong) ? 'warn' : 'ok'} id="scan-ready" role="status">
      <p>
        <b>{t('cart:quick.ready', { count: ready, total: rows.length })}</b>{' '}
        <ToMend rows={rows} ready={ready} />
      </p>
    </Notice>
  );
}

/** Notice that all lines were removed, with an undo button until the next page. */
function Cleared({ cleared }: { cleared: NonNullable<QuickView['cleared']> }) {
  const { t } = useShop();
  return (
    <Notice tone="ok" role="status">
      <input type="hidden" name="cleared" value={JSON.stringify(cleared)} autoComplete="off" />
      <p>{t('cart:quick.cleared', { count: cleared.length })}</p>
      <div className="acts">
        <button className="btn quiet small" type="submit" name="do" value="restore">
          {t('cart:change.undo')}
        </button>
      </div>
    </Notice>
  );
}

function Faults({ view }: { view: QuickView }) {
  const { t, mayOrder } = useShop();
  const { fault, fromOrders, added, repeated, order, passed = [], notes = [] } = view;
  const rows = rowsOf(order);
  const wrong = rows.filter(isWrong).length;
  return (
    <>
      {fault ? (
        <Notice tone="bad" role="alert">
          <p>
            <ListFault fault={fault} />
          </p>
        </Notice>
      ) : null}
      {repeated > 0 ? <AddedBefore count={repeated} /> : null}
      {added > 0 ? (
        <Notice tone="ok" role="status">
          <p>
            <b>{t('cart:sheet.added', { count: added })}</b>{' '}
            {wrong > 0 ? t('cart:quick.leftToCorrect', { count: wrong }) : null}
          </p>
        </Notice>
      ) : null}
      <HowRead passed={passed} notes={notes} />
      {fromOrders ? (
        <Notice tone="warn" role="status">
          <p>{t('cart:quick.fromOrders')}</p>
        </Notice>
      ) : null}
      {mayOrder && order.lines.length > 0 && added === 0 && repeated === 0 ? (
        <Readiness rows={rows} />
      ) : null}
    </>
  );
}

/**
 * Collapsed forms for pasting a list and uploading a file, below the lines. Open when there are no lines, or when the
 * last list or file had a fault.
 */
function PasteAndFile({ view, csvMaxMb }: { view: QuickView; csvMaxMb: number }) {
  const { t, mayOrder } = useShop();
  const { pasted, fault, order } = view;
  const isOpen = order.lines.length === 0 || fault !== null;
  return (
    <div className="folds no-print">
      <details className="panel fold" open={isOpen || pasted !== ''}>
        <summary>{t('cart:quick.paste.title')}</summary>
        <div className="stack">
          <div className="field">
            <label htmlFor="paste">{t('cart:quick.paste.label')}</label>
            <textarea
              id="paste"
              name="paste"
              rows={8}
              spellCheck={false}
              defaultValue={pasted}
              aria-describedby="paste-h"
              placeholder={'104382 12\n4183-207;4\n5412345512005 10'}
            />
            <span className="hint" id="paste-h">
              {t('cart:quick.paste.hint')}
            </span>
          </div>
          <button className="btn quiet wide" type="submit" name="do" value="paste">
            {t('cart:quick.paste.read')}
          </button>
        </div>
      </details>
      {mayOrder ? (
        <details className="panel fold" open={isOpen}>
          <summary>{t('cart:quick.file.title')}</summary>
          <div className="stack">
            <div className="field">
              <label htmlFor="csv">{t('cart:quick.file.label', { mb: csvMaxMb })}</label>
              <FileInput id="csv" name="csv" accept=".csv,.xlsx" aria-describedby="csv-h" />
              <span className="hint" id="csv-h">
                {t('cart:quick.file.hint')}
              </span>
            </div>
            <button className="btn quiet wide" type="submit" name="do" value="file">
              <Icon name="doc" small />
              {t('cart:quick.file.read')}
            </button>
          </div>
        </details>
      ) : null}
    </div>
  );
}

/**
 * Quick order page: the customer scans, types or pastes codes, sees each line resolved or rejected, and adds the ready
 * ones (CART-10, CART-11). One form that works without script. The scan page is the same with only the code field.
 */
export function QuickOrderPage({
  view,
  scanKeys,
  csvMaxMb,
}: {
  view: QuickView;
  /** Prefix of the storage keys under which the browser stores scanned lines. */
  scanKeys: string;
  /** Null on the scan page, which takes no files. */
  csvMaxMb: number | null;
}) {
  const { t, locale, mayOrder } = useShop();
  const order = t(mayOrder ? 'cart:quick.title' : 'cart:quick.lookUp');
  const title = csvMaxMb === null ? t('cart:quick.scan.page') : order;
  const lines = links.quickOrder(locale);
  return (
    <>
      <Crumbs items={[{ name: t('common:home'), href: links.home(locale) }, { name: title }]} />
      <PageHead
        tight
        title={title}
        lead={t('cart:quick.lead')}
        actions={
          <a className="btn quiet" href={csvMaxMb === null ? lines : links.scan(locale)}>
            {csvMaxMb === null ? order : t('cart:quick.scan.page')}
          </a>
        }
      />
      <MayNotOrder />
      <form
        className="quick stack"
        action={lines}
        method="post"
        noValidate
        encType="multipart/form-data"
        data-scan={scanKeys}
        data-lines={links.scanLines(locale)}
        data-posted={view.order.lines.length > 0 ? '' : undefined}
      >
        <ScanBar focused camera />
        {view.cleared?.length ? <Cleared cleared={view.cleared} /> : null}
        <Faults view={view} />
        <QuickLines view={view} />
        <SoundChoice />
        {csvMaxMb === null ? null : <PasteAndFile view={view} csvMaxMb={csvMaxMb} />}
      </form>
    </>
  );
}
