import { useForm, type SubmissionResult } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { FormKey } from '~/base/ui/form/form-key';
import { ErrorSummary } from '~/base/ui/form/error-summary';
import { TextField } from '~/base/ui/form/field';
import { newsletterForm, type NewsletterFields } from './newsletter';

export interface NewsletterView {
  kind: 'form' | 'sent' | 'customer';
}

function Sent() {
  const { t, locale } = useShop();
  return (
    <div className="panel block stack narrow">
      <h1>{t('newsletter:sent.title')}</h1>
      <p>{t('newsletter:sent.text')}</p>
      <p className="muted">{t('newsletter:sent.stop')}</p>
      <div className="acts">
        <a className="btn" href={links.home(locale)}>
          {t('contact:sent.home')}
        </a>
        <a className="btn quiet" href={links.news(locale)}>
          {t('common:menu.news')}
        </a>
      </div>
    </div>
  );
}

/** For customers: a link to the newsletter setting in their profile. */
function ForCustomer() {
  const { t, locale } = useShop();
  return (
    <div className="panel block stack narrow">
      <h1>{t('newsletter:title')}</h1>
      <p>{t('newsletter:customer')}</p>
      <div className="acts">
        <a className="btn" href={links.profile(locale)}>
          {t('newsletter:profile')}
        </a>
      </div>
    </div>
  );
}

/** The newsletter page for guests (CMS-06). */
export function NewsletterPage({
  view,
  lastResult,
}: {
  view: NewsletterView;
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t } = useShop();
  const [form, fields] = useForm<NewsletterFields>({
    id: 'newsletter',
    lastResult,
    constraint: getZodConstraint(newsletterForm(t)),
  });
  if (view.kind === 'customer') return <ForCustomer />;
  if (view.kind === 'sent' && !lastResult) return <Sent />;
  return (
    <form method="post" className="panel block stack narrow" id={form.id} noValidate>
      <FormKey />
      <h1>{t('newsletter:title')}</h1>
      <p>{t('newsletter:lead')}</p>
      <ErrorSummary
        general={form.errors}
        fields={[{ field: fields.email, label: t('newsletter:email') }]}
      />
      <TextField
        field={fields.email}
        label={t('newsletter:email')}
        type="email"
        autoComplete="email"
      />
      <p className="hint">{t('newsletter:consent')}</p>
      <div className="acts">
        <button className="btn" type="submit">
          {t('newsletter:submit')}
        </button>
      </div>
    </form>
  );
}
