import { useShop } from '~/base/page/shop';
import { TextAreaField, TextField, type FieldState } from '~/base/ui/form/field';
import { Phone } from '~/base/ui/phone';
import { maxLengths } from '../checkout-form';
import type { OpenCheckout } from '../checkout-view';

export function ReferencePanel({
  fields,
  view: { suite, suiteUse },
}: {
  fields: { ref: FieldState; suite: FieldState; note: FieldState };
  view: Pick<OpenCheckout, 'suite' | 'suiteUse'>;
}) {
  const { t } = useShop();
  return (
    <section className="panel block">
      <h2>{t('checkout:reference.title')}</h2>
      <div className="pair">
        <TextField field={fields.ref} label={t('checkout:reference.label')} />
        {/* Only orders with medicines have a serial number. */}
        {suite !== null ? (
          <TextField
            field={fields.suite}
            label={t('checkout:reference.suite')}
            hint={
              suiteUse
                ? t('checkout:reference.suiteUsed', suiteUse)
                : t('checkout:reference.suiteHint')
            }
          />
        ) : null}
      </div>
      <div className="sub-s">
        <TextAreaField
          field={fields.note}
          label={t('checkout:reference.note')}
          hint={`${t('checkout:reference.noteHint')} ${t('common:form.atMost', { max: maxLengths.note })}`}
          rows={3}
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
  /** Discount codes that the cart already has. */
  codes: readonly string[];
}) {
  const { t, brand } = useShop();
  const [desk] = brand.desks;
  return (
    <section className="panel block no-print">
      <h2>{t('checkout:coupon.title')}</h2>
      <div className="inline">
        <TextField field={field} label={t('checkout:coupon.label')} autoComplete="off" />
        {/* A longer button text would take space from the code field on a phone. */}
        <button
          className="btn quiet"
          type="submit"
          name="do"
          value="coupon"
          aria-label={t('checkout:coupon.applyCode')}
        >
          {t('checkout:coupon.apply')}
        </button>
      </div>
      {codes.length > 0 ? (
        <div className="sub-s">
          <p>{t('checkout:coupon.codes', { codes: codes.join(', ') })}</p>
          {/* The ERP has no call that removes a code from a cart (contract/erp.md 9.5). */}
          <p className="hint">
            {t('checkout:coupon.stays')} {desk ? <Phone number={desk.phone} /> : null}
          </p>
        </div>
      ) : null}
    </section>
  );
}
