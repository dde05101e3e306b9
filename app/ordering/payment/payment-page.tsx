import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { DescriptionList } from '~/base/ui/description-list';
import { Icon } from '~/base/ui/icon';
import { Empty } from '~/base/ui/notice';
import { SupportReference } from '~/base/ui/support-reference';
import type { RedirectForm } from './payment';
import type { PaymentView } from './payment-page.server';

/** The shop's own form with the provider's fields as data (P-25). */
function LeaveForm({ form }: { form: RedirectForm }) {
  const { t, locale } = useShop();
  return (
    <form action={form.action} method={form.method} className="acts">
      {form.fields.map(([name, value], position) => (
        <input key={position} type="hidden" name={name} value={value} />
      ))}
      <button className="btn big" type="submit">
        <Icon name="lock" small />
        {t('checkout:payment.go')}
      </button>
      <a className="btn plain" href={links.checkout(locale)}>
        {t('checkout:payment.back')}
      </a>
    </form>
  );
}

export function PaymentPage({ view }: { view: PaymentView }) {
  const { t, locale, formats, here } = useShop();
  if (view.kind !== 'ready') {
    return (
      <div className="panel narrow">
        <Empty
          icon="card"
          level={2}
          title={t(`checkout:payment.${view.kind}.title`)}
          actions={
            <>
              {view.kind === 'unavailable' ? (
                <a className="btn" href={here}>
                  {t('errors:btn.retry')}
                </a>
              ) : null}
              <a
                className={view.kind === 'unavailable' ? 'btn quiet' : 'btn'}
                href={links.checkout(locale)}
              >
                {t('checkout:payment.back')}
              </a>
            </>
          }
        >
          <p>{t(`checkout:payment.${view.kind}.text`)}</p>
          <SupportReference failed={view.startedBy} />
        </Empty>
      </div>
    );
  }
  const { attempt, form } = view;
  return (
    <section className="panel block stack narrow">
      <p>{t('checkout:payment.text')}</p>
      <DescriptionList
        items={[
          [t('checkout:payment.order'), attempt.cartName],
          [t('checkout:payment.amount'), <b key="amount">{formats.money(attempt.amount)}</b>],
          [t('checkout:payment.method'), attempt.providerName],
          [t('checkout:payment.site'), new URL(form.action).host],
        ]}
      />
      <LeaveForm form={form} />
      <p className="muted">
        <small>{t('checkout:payment.still')}</small>
      </p>
    </section>
  );
}
