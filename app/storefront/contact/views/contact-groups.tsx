import type { KeyedName } from '~/base/erp/settings.server';
import { useShop } from '~/base/page/shop';
import { FormKey } from '~/base/ui/form/form-key';
import { ariaOf, Field, TextAreaField, TextField, type FieldState } from '~/base/ui/form/field';
import { FileInput } from '~/base/ui/form/file-input';
import { SelectField } from '~/base/ui/form/select-field';
import { maxLetterLength, type ContactFields } from '../contact';

export type Fields = Readonly<Record<keyof ContactFields, FieldState>>;

/**
 * Options of a select: the value is the name, which the ERP expects; the key identifies the same option in another
 * language.
 */
const asChoices = (named: readonly KeyedName[]) =>
  named.map(({ key, name }) => ({ value: name, text: name, key }));

export function LetterGroup({
  fields,
  subjects,
}: {
  fields: Fields;
  subjects: readonly KeyedName[];
}) {
  const { t } = useShop();
  return (
    <fieldset className="panel block stack">
      <legend>{t('contact:group.letter')}</legend>
      <SelectField
        field={fields.subject}
        label={t('contact:field.subject')}
        blank={t('common:form.choose')}
        choices={asChoices(subjects)}
      />
      <TextAreaField
        field={fields.description}
        label={t('contact:field.description')}
        hint={t('contact:hint.description', { max: maxLetterLength })}
        rows={7}
        required
      />
      <FormKey />
    </fieldset>
  );
}

function Line({
  fields,
  name,
  ...input
}: {
  fields: Fields;
  name: Exclude<keyof ContactFields, 'tx'>;
  type?: 'email' | 'tel';
  autoComplete: string;
  hint?: string;
}) {
  const { t } = useShop();
  return <TextField field={fields[name]} label={t(`contact:field.${name}`)} {...input} />;
}

const folded = ['company', 'street', 'zip', 'city', 'country'] as const;

export function WriterGroup({
  fields,
  countries,
}: {
  fields: Fields;
  countries: readonly KeyedName[];
}) {
  const { t } = useShop();
  const isOpen = folded.some((name) => fields[name].initialValue || fields[name].errors);
  return (
    <fieldset className="panel block stack">
      <legend>{t('contact:group.writer')}</legend>
      <div className="cards two">
        <Line fields={fields} name="name" autoComplete="name" />
        <Line fields={fields} name="email" type="email" autoComplete="email" />
        <Line
          fields={fields}
          name="phone"
          type="tel"
          autoComplete="tel"
          hint={t('contact:hint.phone')}
        />
        <Line fields={fields} name="mobile" type="tel" autoComplete="tel" />
      </div>
      <details className="fold" open={isOpen}>
        <summary>{t('contact:group.address')}</summary>
        <div className="cards two sub-s">
          <Line fields={fields} name="company" autoComplete="organization" />
          <Line fields={fields} name="street" autoComplete="address-line1" />
          <Line fields={fields} name="zip" autoComplete="postal-code" />
          <Line fields={fields} name="city" autoComplete="address-level2" />
          {countries.length === 0 ? (
            <Line fields={fields} name="country" autoComplete="country-name" />
          ) : (
            <SelectField
              field={fields.country}
              label={t('contact:field.country')}
              blank={t('common:form.choose')}
              choices={asChoices(countries)}
              autoComplete="country-name"
            />
          )}
        </div>
      </details>
    </fieldset>
  );
}

/**
 * The attached document is the last form field, so that the shop receives the others even if the document is too large.
 */
export function DocumentField({ field, maxMb }: { field: FieldState; maxMb: number }) {
  const { t } = useShop();
  const hint = t('contact:file.hint', { mb: maxMb });
  return (
    <Field field={field} label={t('contact:file.label')} hint={hint}>
      <FileInput
        id={field.id}
        name={field.name}
        accept=".pdf,.jpg,.jpeg,.png"
        {...ariaOf(field, hint)}
      />
    </Field>
  );
}
