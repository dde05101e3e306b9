import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { NextSteps } from './next-steps';

/** Confirms that the request arrived, with its time and the next steps. */
export function RegisteredPage({ at }: { at: Date }) {
  const { t, locale, formats } = useShop();
  return (
    <div className="panel block stack narrow">
      <h1>{t('registration:sent.title')}</h1>
      <p>{t('registration:sent.text')}</p>
      <p className="muted">{t('common:notSent.at', { at: formats.dateTime(at) })}</p>
      <h2>{t('registration:next.title')}</h2>
      <NextSteps />
      <p className="muted">{t('registration:next.papers')}</p>
      <div className="acts">
        <a className="btn" href={links.home(locale)}>
          {t('registration:sent.browse')}
        </a>
        <a className="btn quiet" href={links.contact(locale)}>
          {t('registration:sent.question')}
        </a>
      </div>
    </div>
  );
}
