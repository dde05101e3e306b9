import { SlotLinks } from '~/content/articles/slot-links';
import { useShop } from '~/base/page/shop';
import { TextAreaField, TickField } from '~/base/ui/form/field';
import { SelectField } from '~/base/ui/form/select-field';
import type { CountryOffered } from '../countries-offered.server';
import { maxCommentLength } from '../registration-form';
import type { Fields } from './fields';
import { LineField } from './line-field';

export function CompanyGroup({ fields }: { fields: Fields }) {
  const { t } = useShop();
  return (
    <fieldset className="panel block stack">
      <legend>{t('registration:group.company')}</legend>
      <LineField field={fields.company} name="company" autoComplete="organization" />
      <LineField field={fields.vat} name="vat" autoComplete="off" />
      <TickField field={fields.vatApplied} label={t('registration:field.vatApplied')} />
    </fieldset>
  );
}

export function AddressGroup({
  fields,
  countries,
}: {
  fields: Fields;
  countries: readonly CountryOffered[];
}) {
  const { t } = useShop();
  return (
    <fieldset className="panel block stack">
      <legend>{t('registration:group.address')}</legend>
      <LineField field={fields.street} name="street" autoComplete="address-line1" />
      <LineField field={fields.street2} name="street2" autoComplete="address-line2" />
      <div className="pair">
        <LineField field={fields.zip} name="zip" autoComplete="postal-code" />
        <LineField field={fields.city} name="city" autoComplete="address-level2" />
      </div>
      <SelectField
        field={fields.country}
        label={t('registration:field.country')}
        choices={countries.map(({ code, name }) => ({ value: code, text: name }))}
        autoComplete="country"
      />
    </fieldset>
  );
}

export function EndGroup({ fields }: { fields: Fields }) {
  const { t } = useShop();
  return (
    <fieldset className="panel block stack">
      <legend>{t('registration:group.end')}</legend>
      <TextAreaField
        field={fields.comment}
        label={t('registration:field.comment')}
        rows={4}
        hint={t('common:form.atMost', { max: maxCommentLength })}
      />
      <TickField
        field={fields.consent}
        label={
          <>
            {t('registration:consent')}{' '}
            <span className="req" aria-hidden="true">
              *
            </span>
          </>
        }
        required
      />
      <SlotLinks slot="registration" />
      <TickField field={fields.marketing} label={t('registration:marketing')} />
      <div className="acts">
        <button className="btn big" type="submit" name="do" value="registration">
          {t('registration:submit')}
        </button>
      </div>
    </fieldset>
  );
}
