import type { ReactNode } from 'react';
import { ariaOf, FieldErrors, type FieldState } from '~/base/ui/form/field';
import type { FormAnswer } from '~/base/ui/form/form-answer';
import { boxOf } from '../model/answers';
import type { FormField } from '../model/form-parts';

function Group({
  field,
  facts,
  hint,
  children,
}: {
  field: FormField;
  facts: FieldState;
  hint: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset className="field" {...ariaOf(facts, hint)}>
      <legend className="label">
        {field.label}
        {field.required ? (
          <span className="req" aria-hidden="true">
            {' *'}
          </span>
        ) : null}
      </legend>
      {children}
      {hint ? (
        <span className="hint" id={`${facts.id}-h`}>
          {hint}
        </span>
      ) : null}
      <FieldErrors field={facts} />
    </fieldset>
  );
}

interface Props {
  field: FormField;
  facts: FieldState;
  hint: string | undefined;
}

/** Radio buttons; the error summary links to the first one. */
export function Radios({ field, facts, hint }: Props) {
  return (
    <Group field={field} facts={facts} hint={hint}>
      {field.options.map(({ value, text }, at) => (
        <label key={value} className="tick">
          <input
            type="radio"
            id={at === 0 ? facts.id : `${facts.id}-${at}`}
            name={facts.name}
            value={value}
            required={field.required && field.conditions.length === 0 && field.row === null}
            defaultChecked={facts.initialValue === value}
          />
          <span>{text}</span>
        </label>
      ))}
    </Group>
  );
}

/** A group of checkboxes. */
export function Boxes({ field, facts, hint, answer }: Props & { answer: FormAnswer | null }) {
  return (
    <Group field={field} facts={facts} hint={hint}>
      {field.options.map(({ value, text }, at) => (
        <label key={value} className="tick">
          <input
            type="checkbox"
            id={at === 0 ? facts.id : `${facts.id}-${at}`}
            name={boxOf(field, value)}
            defaultChecked={
              answer
                ? answer.typed[boxOf(field, value)] !== undefined
                : field.value.split(',').includes(value)
            }
          />
          <span>{text}</span>
        </label>
      ))}
    </Group>
  );
}
