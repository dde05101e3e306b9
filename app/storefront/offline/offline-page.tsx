import { createElement } from 'react';
import { useShop } from '~/base/page/shop';
import { Logo } from '~/storefront/layout/header/logo';
import { Icon } from '~/base/ui/icon';

/**
 * Replaces a page that did not load, at that page's address: what is certain, how to continue, and what this browser
 * has stored. The island fills in the last two; the page itself is the same for everybody. `queue` is the prefix of the
 * keys under which the browser stores cart changes.
 */
export function OfflinePage({ queue }: { queue: string }) {
  const { t } = useShop();
  return (
    <div className="stack">
      <div className="logo">
        <Logo />
      </div>
      <div className="panel block stack">
        <h1>{t('offline:head')}</h1>
        <p>{t('offline:lead')}</p>
        <div className="acts">
          {/* An empty address reloads the requested page. */}
          <a className="btn" href="">
            <Icon name="redo" small />
            {t('offline:retry')}
          </a>
        </div>
      </div>
      {createElement(
        'shop-offline',
        {
          class: 'grid',
          'data-queue': queue,
          'data-one': t('offline:waiting.one'),
          'data-other': t('offline:waiting.other'),
        },
        <section className="panel block stack">
          <h2>{t('offline:waiting.title')}</h2>
          <p id="waiting" role="status">
            {t('offline:waiting.none')}
          </p>
          <p className="muted">{t('offline:waiting.open')}</p>
        </section>,
        <section className="panel block stack">
          <h2>{t('offline:kept.title')}</h2>
          <p id="kept-none">{t('offline:kept.none')}</p>
          <p id="kept-text" className="muted" hidden>
            {t('offline:kept.text')}
          </p>
          <ul className="list" id="kept" hidden />
        </section>,
      )}
    </div>
  );
}
