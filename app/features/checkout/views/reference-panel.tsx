import { useShop } from '~/page/shop';
import { TextAreaField, TextField, type FieldState } from '~/ui/form/field';
import { maxLengths } from '../checkout-form';

export function ReferencePanel({
  fields,
  hasSuite,
}: {
  fields: { ref: FieldState; suite: FieldState; note: FieldState };
  /** Only orders with medicines have a serial number. */
  hasSuite: boolean;
}) {
  const { t } = useShop();
  return (
    <section className="panel block">
      <h2>{t('checkout:reference.title')}</h2>
      <div className="pair">
        <TextField
          field={fields.ref}
          label={t('checkout:reference.label')}
          maxLength={maxLengths.reference}
        />
        {hasSuite ? (
          <TextField
            field={fields.suite}
            label={t('checkout:reference.suite')}
            maxLength={maxLengths.suite}
          />
        ) : null}
      </div>
      <div className="sub-s">
        <TextAreaField
          field={fields.note}
          label={t('checkout:reference.note')}
          hint={t('checkout:reference.noteHint')}
          rows={3}
          maxLength={maxLengths.note}
        />
      </div>
    </section>
  );
}

export function CouponPanel({
  field,
  codes,
}: {
  field: FieldState;
  /** Codes that the cart has. */
  codes: readonly string[];
}) {
  const { t } = useShop();
  // A code that was taken leaves the field empty for the next one.
  const { id, name, errors } = field;
  const kept = (errors?.length ?? 0) > 0 ? field : { id, name };
  return (
    <section className="panel block">
      <h2>{t('checkout:coupon.title')}</h2>
      <div className="inline">
        <TextField
          field={kept}
          label={t('checkout:coupon.label')}
          maxLength={maxLengths.coupon}
          autoComplete="off"
        />
        <button className="btn quiet" type="submit" name="do" value="coupon">
          {t('checkout:coupon.apply')}
        </button>
      </div>
      {codes.length > 0 ? (
        <p className="sub-s">{t('checkout:coupon.codes', { codes: codes.join(', ') })}</p>
      ) : null}
    </section>
  );
}
