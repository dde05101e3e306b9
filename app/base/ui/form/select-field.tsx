import { ariaOf, Field, type FieldState } from '~/base/ui/form/field';

export interface Choice {
  value: string;
  text: string;
  /** Identifies the choice in every language, when its value is a translated text (carry-input.ts). */
  key?: string;
}

/**
 * A select element for one option. `blank` is the text of an empty first entry; without `blank` the first option is
 * preselected. A stored value that is not among the options is added as one.
 */
export function SelectField({
  field,
  label,
  hint,
  choices,
  blank,
  required = field.required ?? false,
  autoComplete,
}: {
  field: FieldState;
  label: string;
  hint?: string | undefined;
  choices: readonly Choice[];
  blank?: string | undefined;
  required?: boolean;
  autoComplete?: string;
}) {
  const chosen = typeof field.initialValue === 'string' ? field.initialValue : '';
  const isListed = chosen === '' || choices.some(({ value }) => value === chosen);
  return (
    <Field field={field} label={label} hint={hint} required={required}>
      <select
        id={field.id}
        name={field.name}
        required={required}
        autoComplete={autoComplete}
        defaultValue={chosen}
        {...ariaOf(field, hint)}
      >
        {blank === undefined ? null : <option value="">{blank}</option>}
        {isListed ? null : <option value={chosen}>{chosen}</option>}
        {choices.map(({ value, text, key }) => (
          <option key={value} value={value} data-key={key}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}
