/**
 * Form controls with their label, hint and errors. `field` accepts a field of Conform (`fields.email`) or an object
 * with the same properties.
 */
import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import { Icon } from '~/base/ui/icon';

export interface FieldState {
  id: string;
  name: string;
  initialValue?: unknown;
  /** Error messages in the customer's language. */
  errors?: readonly string[] | undefined;
  required?: boolean | undefined;
}

interface Described {
  field: FieldState;
  label: ReactNode;
  /** The label is for screen readers only. */
  labelHidden?: boolean;
  hint?: ReactNode;
  required?: boolean;
}

const hasErrors = (field: FieldState): boolean => (field.errors?.length ?? 0) > 0;

/**
 * The attributes that connect a control with its hint and errors. The browser focuses the first invalid control, also
 * without script.
 */
export function ariaOf(field: FieldState, hint?: ReactNode) {
  const invalid = hasErrors(field);
  const ids = [hint ? `${field.id}-h` : '', invalid ? `${field.id}-e` : ''].filter(Boolean);
  return {
    'aria-invalid': invalid || undefined,
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
    autoFocus: invalid || undefined,
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

export function FieldErrors({ field }: { field: FieldState }) {
  if (!hasErrors(field)) return null;
  return (
    <span className="error" id={`${field.id}-e`}>
      <Icon name="alert" small />
      {field.errors?.join(' ')}
    </span>
  );
}

/** A label with its control, hint and errors, for controls that have no component in this file. */
export function Field({
  field,
  label,
  labelHidden,
  hint,
  required = field.required ?? false,
  children,
}: Described & { children: ReactNode }) {
  return (
    <div className="field">
      <label className={labelHidden ? 'vh' : undefined} htmlFor={field.id}>
        {label}
        {required ? (
          <>
            {' '}
            <span className="req" aria-hidden="true">
              *
            </span>
          </>
        ) : null}
      </label>
      {children}
      {hint ? (
        <span className="hint" id={`${field.id}-h`}>
          {hint}
        </span>
      ) : null}
      <FieldErrors field={field} />
    </div>
  );
}

/**
 * Own properties of text controls, without `maxLength`: with it, the browser would cut pasted text silently. The server
 * reports its length and the limit, and returns the whole text.
 */
type OwnProps = 'id' | 'name' | 'required' | 'maxLength';

export function TextField({
  field,
  label,
  labelHidden = false,
  hint,
  required = field.required ?? false,
  ...input
}: Described & Omit<InputHTMLAttributes<HTMLInputElement>, OwnProps>) {
  return (
    <Field field={field} label={label} labelHidden={labelHidden} hint={hint} required={required}>
      <input
        type="text"
        defaultValue={input.type === 'password' ? undefined : textOf(field.initialValue)}
        {...input}
        id={field.id}
        name={field.name}
        required={required}
        {...ariaOf(field, hint)}
      />
    </Field>
  );
}

export function TextAreaField({
  field,
  label,
  labelHidden = false,
  hint,
  required = field.required ?? false,
  ...area
}: Described & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, OwnProps>) {
  return (
    <Field field={field} label={label} labelHidden={labelHidden} hint={hint} required={required}>
      <textarea
        defaultValue={textOf(field.initialValue)}
        {...area}
        id={field.id}
        name={field.name}
        required={required}
        {...ariaOf(field, hint)}
      />
    </Field>
  );
}

/** A number field in a table cell or row. Its hidden label is the name of the column. */
export function NumberField({ field, label }: { field: FieldState; label: string }) {
  return (
    <>
      <input
        className="qty"
        type="text"
        inputMode="numeric"
        id={field.id}
        name={field.name}
        defaultValue={String(field.initialValue)}
        aria-label={label}
        autoComplete="off"
        {...ariaOf(field)}
      />
      <FieldErrors field={field} />
    </>
  );
}

/** A checkbox; its label is the statement to which the customer agrees. */
export function TickField({
  field,
  label,
  hint,
  required = field.required ?? false,
  ...input
}: Omit<Described, 'labelHidden'> &
  Omit<InputHTMLAttributes<HTMLInputElement>, OwnProps | 'type'>) {
  return (
    <div className="field">
      <label className="tick">
        <input
          type="checkbox"
          value="on"
          defaultChecked={textOf(field.initialValue) === 'on' || field.initialValue === true}
          {...input}
          id={field.id}
          name={field.name}
          required={required}
          {...ariaOf(field, hint)}
        />
        <span>{label}</span>
      </label>
      {hint ? (
        <span className="hint" id={`${field.id}-h`}>
          {hint}
        </span>
      ) : null}
      <FieldErrors field={field} />
    </div>
  );
}
