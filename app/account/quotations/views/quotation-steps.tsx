import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { FormKey } from '~/base/ui/form/form-key';
import { Icon } from '~/base/ui/icon';
import type { FormAnswer } from '~/base/ui/form/form-answer';
import { AcceptForm } from './accept-form';
import type { QuotationView } from './quotation-page';

type Asked = 'cancel' | 'delete';

/** A step that needs confirmation: its button is inside a collapsed block. */
function Asking({ view, step }: { view: QuotationView; step: Asked }) {
  const { t, locale } = useShop();
  return (
    <details className="fold" id={step}>
      <summary>{t(`quotations:${step}.title`)}</summary>
      <form method="post" action={links.quotation(locale, view.quotation.id)}>
        <FormKey />
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

/**
 * Saves and sends the draft. Enter in a form field activates the first submit button. That is a hidden button that only
 * saves, because sending is harder to undo.
 */
function Submit() {
  const { t } = useShop();
  return (
    <div className="acts">
      <button className="btn vh" form="draft" type="submit" name="do" value="save" tabIndex={-1}>
        {t('quotations:save')}
      </button>
      <button className="btn wide" form="draft" type="submit" name="do" value="submit">
        <Icon name="mail" small />
        {t('quotations:submit')}
      </button>
    </div>
  );
}

/** The panel with the actions that the quotation's state allows. */
export function QuotationSteps({
  view,
  answer,
}: {
  view: QuotationView;
  answer: FormAnswer | null;
}) {
  const { t, locale } = useShop();
  const { actions, quotation } = view;
  const accepts = actions.includes('accept');
  const resets = actions.includes('reset');
  const submits = actions.includes('submit');
  const asks = (['cancel', 'delete'] as const).filter((step) => actions.includes(step));
  if (!accepts && !resets && !submits && asks.length === 0) return null;
  return (
    <section className="panel stack no-print" id="steps">
      <h2>{t('quotations:steps')}</h2>
      {submits ? <Submit /> : null}
      {accepts ? <AcceptForm view={view} answer={answer} /> : null}
      {resets ? (
        <form method="post" action={links.quotation(locale, quotation.id)}>
          <FormKey />
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
