import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Notice } from '~/base/ui/notice';
import { OfficeHours } from './office-hours';

/** Confirms the letter, and warns if its document did not arrive. */
export function ContactSent({ at, withoutFile }: { at: Date; withoutFile: boolean }) {
  const { t, locale, formats } = useShop();
  return (
    <div className="grid g-rail">
      <div className="panel block stack">
        <h1>{t('contact:sent.title')}</h1>
        <p>{t('contact:sent.text')}</p>
        <p className="muted">{t('common:notSent.at', { at: formats.dateTime(at) })}</p>
        {withoutFile ? (
          <Notice tone="warn" role="status">
            <p>
              <b>{t('contact:sent.withoutFile')}</b>
            </p>
            <p>{t('contact:sent.sendFile')}</p>
          </Notice>
        ) : null}
        <div className="acts">
          <a className="btn" href={links.home(locale)}>
            {t('contact:sent.home')}
          </a>
          <a className="btn quiet" href={links.contact(locale)}>
            {t('contact:sent.another')}
          </a>
        </div>
      </div>
      <aside className="rail stack" aria-label={t('contact:hours')}>
        <OfficeHours />
      </aside>
    </div>
  );
}
