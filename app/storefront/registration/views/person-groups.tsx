import { useShop } from '~/base/page/shop';
import { FormKey } from '~/base/ui/form/form-key';
import { FieldErrors } from '~/base/ui/form/field';
import { SelectField } from '~/base/ui/form/select-field';
import { activities, functionTypes, titles } from '../registration';
import type { Fields } from './fields';
import { LineField } from './line-field';

export function PersonGroup({ fields }: { fields: Fields }) {
  const { t } = useShop();
  return (
    <fieldset className="panel block stack">
      <legend>{t('registration:group.person')}</legend>
      <div className="pair">
        <SelectField
          field={fields.title}
          label={t('registration:salutation.label')}
          blank={t('common:form.choose')}
          choices={titles.map((value) => ({ value, text: t(`registration:salutation.${value}`) }))}
          autoComplete="honorific-prefix"
        />
        <LineField field={fields.firstName} name="firstName" autoComplete="given-name" />
        <LineField field={fields.lastName} name="lastName" autoComplete="family-name" />
      </div>
      <LineField field={fields.email} name="email" type="email" autoComplete="email" />
      <div className="pair">
        <LineField field={fields.mobile} name="mobile" type="tel" autoComplete="tel" />
        <LineField field={fields.fax} name="fax" type="tel" autoComplete="off" />
      </div>
      <FormKey />
    </fieldset>
  );
}

const ticked = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

function Activities({ fields }: { fields: Fields }) {
  const { t } = useShop();
  const field = fields.activities;
  const chosen = ticked(field.initialValue);
  return (
    <fieldset aria-describedby={`${field.id}-h`}>
      <legend className="label">{t('registration:activities.label')}</legend>
      <p className="hint" id={`${field.id}-h`}>
        {t('registration:activities.hint')}
      </p>
      <div className="cards two">
        {activities.map((value, position) => (
          <label className="tick" key={value}>
            <input
              type="checkbox"
              name={field.name}
              value={value}
              id={position === 0 ? field.id : undefined}
              defaultChecked={chosen.includes(value)}
            />
            {t(`registration:activities.${value}`)}
          </label>
        ))}
      </div>
      <FieldErrors field={field} />
    </fieldset>
  );
}

export function ProfessionGroup({ fields }: { fields: Fields }) {
  const { t } = useShop();
  return (
    <fieldset className="panel block stack">
      <legend>{t('registration:group.profession')}</legend>
      <div className="pair">
        <SelectField
          field={fields.functionType}
          label={t('registration:functionType.label')}
          blank={t('common:form.choose')}
          choices={functionTypes.map((value) => ({
            value,
            text: t(`registration:functionType.${value}`),
          }))}
          autoComplete="organization-title"
        />
      </div>
      <Activities fields={fields} />
      <LineField field={fields.subscription} name="subscription" autoComplete="off" />
      <div className="pair">
        <LineField field={fields.depot} name="depot" autoComplete="off" />
        <LineField field={fields.apb} name="apb" autoComplete="off" />
      </div>
    </fieldset>
  );
}
