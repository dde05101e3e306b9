import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';

/** Consent to analytics, with equally prominent yes and no; the shop works either way (CMS-07). */
export function ConsentForm({ back, className }: { back: string; className?: string }) {
  const { t, locale } = useShop();
  return (
    <form className={className} action={links.consent(locale)} method="post" data-consent>
      <input type="hidden" name="back" value={back} />
      <p>
        <b>{t('common:consent.title')}</b> {t('common:consent.text')}
      </p>
      <div className="acts">
        <button className="btn small" type="submit" name="measure" value="yes">
          {t('common:consent.accept')}
        </button>
        <button className="btn quiet small" type="submit" name="measure" value="no">
          {t('common:consent.refuse')}
        </button>
      </div>
    </form>
  );
}
