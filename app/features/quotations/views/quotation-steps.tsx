import { useShop } from '~/http/shop';
import { links } from '~/i18n/links';
import { Icon } from '~/ui/icon';
import type { QuotationView } from './quotation-page';

type Asked = 'cancel' | 'delete';

/** Asks before it is done: the button is behind a fold. */
function Asking({ view, step }: { view: QuotationView; step: Asked }) {
  const { t, locale } = useShop();
  return (
    <details className="fold" id={step}>
      <summary>{t(`quotations:${step}.title`)}</summary>
      <form method="post" action={links.quotation(locale, view.quotation.id)}>
        <input type="hidden" name="tx" value={view.stepToken} autoComplete="off" />
        <p>{t(`quotations:${step}.sure`)}</p>
        <div className="acts">
          <button className="btn danger" type="submit" name="do" value={step}>
            {t(`quotations:${step}.yes`)}
          </button>
        </div>
      </form>
    </details>
  );
}

/** Only what the state allows. */
export function QuotationSteps({ view }: { view: QuotationView }) {
  const { t, locale } = useShop();
  const { actions, quotation, stepToken } = view;
  const accepts = actions.includes('accept');
  const resets = actions.includes('reset');
  const asks = (['cancel', 'delete'] as const).filter((step) => actions.includes(step));
  if (!accepts && !resets && asks.length === 0) return null;
  return (
    <section className="panel" id="steps">
      <h2>{t('quotations:steps')}</h2>
      {accepts || resets ? (
        <form method="post" action={links.quotation(locale, quotation.id)}>
          <input type="hidden" name="tx" value={stepToken} autoComplete="off" />
          <div className="acts">
            {accepts ? (
              <button className="btn" type="submit" name="do" value="accept">
                <Icon name="check" small />
                {t('quotations:accept')}
              </button>
            ) : null}
            {resets ? (
              <button className="btn quiet" type="submit" name="do" value="reset">
                <Icon name="edit" small />
                {t('quotations:reset')}
              </button>
            ) : null}
          </div>
        </form>
      ) : null}
      {asks.map((step) => (
        <Asking key={step} view={view} step={step} />
      ))}
    </section>
  );
}
