import { useShop } from '~/http/shop';
import { links } from '~/i18n/links';
import { Crumbs } from '~/ui/page/crumbs';
import { Icon } from '~/ui/icon';
import { Notice } from '~/ui/notice';
import { PageHead } from '~/ui/page/page-head';
import { faultText } from '../import/views/fault-text';
import { QuickLines } from './quick-lines';
import type { QuickView } from './quick-order.server';

function Faults({ view }: { view: QuickView }) {
  const { t } = useShop();
  const { fault, fromOrders, added, repeated, order } = view;
  const wrong = order.lines.length - order.ready;
  return (
    <>
      {fault ? (
        <Notice tone="bad" role="alert">
          <p>
            {fault.kind === 'too-many-lines'
              ? t('cart:quick.fault.tooMany', { count: fault.lines })
              : faultText(t, fault)}
          </p>
        </Notice>
      ) : null}
      {repeated > 0 ? (
        <Notice tone="info" role="alert">
          <p>
            <b>{t('cart:sheet.repeated', { count: repeated })}</b> {t('cart:sheet.addAgain')}
          </p>
        </Notice>
      ) : null}
      {added > 0 ? (
        <Notice tone="ok" role="status">
          <p>
            <b>{t('cart:sheet.added', { count: added })}</b>{' '}
            {wrong > 0 ? t('cart:quick.leftToCorrect', { count: wrong }) : null}
          </p>
        </Notice>
      ) : null}
      {fromOrders ? (
        <Notice tone="warn" role="status">
          <p>{t('cart:quick.fromOrders')}</p>
        </Notice>
      ) : null}
      {order.lines.length > 0 && added === 0 && repeated === 0 ? (
        <Notice tone={wrong > 0 ? 'warn' : 'ok'} role="status">
          <p>
            <b>{t('cart:quick.ready', { count: order.ready, total: order.lines.length })}</b>{' '}
            {wrong > 0 ? t('cart:quick.wrong', { count: wrong }) : null}
          </p>
        </Notice>
      ) : null}
    </>
  );
}

function Scan() {
  const { t } = useShop();
  return (
    <section className="panel stack">
      <h2>{t('cart:quick.scan.title')}</h2>
      <div className="inline">
        <div className="field">
          <label htmlFor="code">{t('cart:quick.scan.code')}</label>
          <input
            id="code"
            name="code"
            type="text"
            maxLength={120}
            autoComplete="off"
            placeholder={t('cart:quick.scan.placeholder')}
            autoFocus
          />
        </div>
        <div className="field n">
          <label htmlFor="n">{t('cart:column.quantity')}</label>
          <input
            className="qty"
            id="n"
            name="n"
            type="number"
            min="1"
            max="9999"
            inputMode="numeric"
            defaultValue="1"
          />
        </div>
      </div>
      <button className="btn wide" type="submit" name="do" value="scan">
        <Icon name="plus" small />
        {t('cart:quick.scan.add')}
      </button>
      <p className="hint">{t('cart:quick.scan.hint')}</p>
    </section>
  );
}

function PasteAndFile({ pasted, csvMaxMb }: { pasted: string; csvMaxMb: number }) {
  const { t } = useShop();
  return (
    <div className="stack side">
      <section className="panel stack">
        <h2>{t('cart:quick.paste.title')}</h2>
        <div className="field">
          <label htmlFor="paste">{t('cart:quick.paste.label')}</label>
          <textarea
            className="mono"
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
      </section>
      <section className="panel stack">
        <h2>{t('cart:quick.file.title')}</h2>
        <div className="field">
          <label htmlFor="csv">{t('cart:quick.file.label', { mb: csvMaxMb })}</label>
          <input id="csv" name="csv" type="file" accept=".csv" aria-describedby="csv-h" />
          <span className="hint" id="csv-h">
            {t('cart:quick.file.hint')}
          </span>
        </div>
        <button className="btn quiet wide" type="submit" name="do" value="file">
          <Icon name="doc" small />
          {t('cart:quick.file.read')}
        </button>
      </section>
    </div>
  );
}

/** Scan, type or paste; see each line resolved or refused; add what is ready (CART-10). One form, no script. */
export function QuickOrderPage({ view, csvMaxMb }: { view: QuickView; csvMaxMb: number }) {
  const { t, locale } = useShop();
  return (
    <>
      <Crumbs
        items={[
          { name: t('common:header.homeCrumb'), href: links.home(locale) },
          { name: t('cart:quick.title') },
        ]}
      />
      <PageHead title={t('cart:quick.title')} lead={t('cart:quick.lead')} />
      <form
        className="grid g-sum g-quick"
        action={links.quickOrder(locale)}
        method="post"
        encType="multipart/form-data"
      >
        <Scan />
        <div className="stack lines">
          <Faults view={view} />
          {view.order.lines.length > 0 ? <QuickLines view={view} /> : null}
        </div>
        <PasteAndFile pasted={view.pasted} csvMaxMb={csvMaxMb} />
      </form>
    </>
  );
}
