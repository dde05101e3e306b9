import { useForm, type SubmissionResult } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { FormKey } from '~/base/ui/form/form-key';
import { ErrorSummary } from '~/base/ui/form/error-summary';
import { TextField } from '~/base/ui/form/field';
import { Icon } from '~/base/ui/icon';
import { referenceForm, type ReferenceFields } from '../quotation-form';

export function NewQuotation({
  lastResult,
  cartLines,
}: {
  lastResult: SubmissionResult<string[]> | null;
  /** Number of lines in the cart that the new quotation can copy. */
  cartLines: number;
}) {
  const { t, locale } = useShop();
  const [form, fields] = useForm<ReferenceFields>({
    id: 'new-quotation',
    lastResult,
    constraint: getZodConstraint(referenceForm(t)),
  });
  return (
    <form className="panel stack" method="post" id={form.id} action={links.quotations(locale)}>
      <FormKey />
      <h2>{t('quotations:new.title')}</h2>
      <ErrorSummary general={form.errors} fields={[]} />
      <TextField
        field={fields.reference}
        label={t('quotations:new.reference')}
        hint={t('quotations:new.hint')}
        autoComplete="off"
      />
      <div className="acts">
        <button className="btn" type="submit">
          <Icon name="plus" small />
          {t('quotations:new.create')}
        </button>
        {cartLines > 0 ? (
          <button className="btn quiet" type="submit" name="do" value="lines" formNoValidate>
            <Icon name="cart" small />
            {t('quotations:new.takeCart', { count: cartLines })}
          </button>
        ) : null}
      </div>
      {cartLines > 0 ? <p className="hint">{t('quotations:new.cartStays')}</p> : null}
    </form>
  );
}

/** The form that requests a quotation for the whole cart, for an ERP that cannot create quotations. */
export function FromCart({ isOpen, isCartEmpty }: { isOpen: boolean; isCartEmpty: boolean }) {
  const { t, locale } = useShop();
  if (isCartEmpty)
    return (
      <section className="panel stack" id="nothing-to-ask">
        <h2>{t('quotations:new.ask')}</h2>
        <p>
          {t('quotations:new.fromCart')} {t('quotations:refusal.no-cart')}
        </p>
      </section>
    );
  // The form starts collapsed, because submitting it empties the cart and cannot be undone here.
  return (
    <details className="panel fold" open={isOpen}>
      <summary>{t('quotations:new.ask')}</summary>
      <form className="stack" method="post" id="from-cart" action={links.quotations(locale)}>
        <FormKey />
        <p>{t('quotations:new.fromCart')}</p>
        <div className="acts">
          <button className="btn" type="submit" name="do" value="cart">
            <Icon name="cart" small />
            {t('quotations:new.yes')}
          </button>
        </div>
      </form>
    </details>
  );
}
