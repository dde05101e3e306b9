import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { TextField } from '~/base/ui/form/field';

/** The short form on the guest home page; if the shop rejects the form, the newsletter page displays the errors. */
export function NewsletterPanel() {
  const { t, locale } = useShop();
  return (
    <form method="post" action={links.newsletter(locale)} className="panel stack" noValidate>
      <h2>{t('newsletter:title')}</h2>
      <p>{t('newsletter:lead')}</p>
      <div className="inline">
        <TextField
          field={{ id: 'newsletter-email', name: 'email' }}
          label={t('newsletter:email')}
          type="email"
          autoComplete="email"
          required
        />
        <button className="btn quiet" type="submit">
          {t('newsletter:submit')}
        </button>
      </div>
      <p className="hint">{t('newsletter:consent')}</p>
    </form>
  );
}
