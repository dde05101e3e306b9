import { useShop } from '~/page/shop';
import { links } from '~/i18n/links';
import { Icon } from '~/ui/icon';
import type { FormAnswer } from '~/ui/form/form-answer';
import { AcceptForm } from './accept-form';
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
export function QuotationSteps({
  view,
  answer,
}: {
  view: QuotationView;
  answer: FormAnswer | null;
}) {
  const { t, locale } = useShop();
  const { actions, quotation, stepToken } = view;
  const accepts = actions.includes('accept');
  const resets = actions.includes('reset');
  const asks = (['cancel', 'delete'] as const).filter((step) => actions.includes(step));
  if (!accepts && !resets && asks.length === 0) return null;
  return (
    <section className="panel no-print" id="steps">
      <h2>{t('quotations:steps')}</h2>
      {accepts ? <AcceptForm view={view} answer={answer} /> : null}
      {resets ? (
        <form method="post" action={links.quotation(locale, quotation.id)}>
          <input type="hidden" name="tx" value={stepToken} autoComplete="off" />
          <div className="acts">
            <button className="btn quiet" type="submit" name="do" value="reset">
              <Icon name="edit" small />
              {t('quotations:reset')}
            </button>
          </div>
        </form>
      ) : null}
      {asks.map((step) => (
        <Asking key={step} view={view} step={step} />
      ))}
    </section>
  );
}
