import { ariaOf, Field, type FieldFacts } from './field';

export interface Choice {
  value: string;
  text: string;
}

/** A list to choose one entry from; `blank` is the entry of who has not chosen. */
export function SelectField({
  field,
  label,
  hint,
  choices,
  blank,
  required = false,
}: {
  field: FieldFacts;
  label: string;
  hint?: string | undefined;
  choices: readonly Choice[];
  blank: string;
  required?: boolean;
}) {
  const chosen = field.initialValue;
  return (
    <Field field={field} label={label} hint={hint} required={required}>
      <select
        id={field.id}
        name={field.name}
        required={required}
        defaultValue={typeof chosen === 'string' ? chosen : ''}
        {...ariaOf(field, hint)}
      >
        <option value="">{blank}</option>
        {choices.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}
