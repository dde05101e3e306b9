import type { ReactNode } from 'react';
import { ariaOf, FieldErrors, type FieldFacts } from './field';

export interface Choice {
  value: string;
  label: ReactNode;
  checked?: boolean;
  disabled?: boolean;
}

/** Several boxes or radio buttons under one legend. The first one carries the group's id, so a summary can lead there. */
export function ChoiceGroup({
  field,
  legend,
  type,
  choices,
  required = field.required ?? false,
}: {
  field: FieldFacts;
  legend: ReactNode;
  type: 'checkbox' | 'radio';
  choices: readonly Choice[];
  required?: boolean;
}) {
  return (
    <fieldset>
      <legend className="label">
        {legend}
        {required ? (
          <>
            {' '}
            <span className="req" aria-hidden="true">
              *
            </span>
          </>
        ) : null}
      </legend>
      <div className="samples">
        {choices.map((choice, position) => (
          <label className="tick" key={choice.value}>
            <input
              type={type}
              id={position === 0 ? field.id : undefined}
              name={field.name}
              value={choice.value}
              defaultChecked={choice.checked}
              disabled={choice.disabled}
              required={type === 'radio' && required}
              {...ariaOf(field)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
      <FieldErrors field={field} />
    </fieldset>
  );
}
