import type { InputHTMLAttributes } from 'react';
import { useShop } from '~/base/page/shop';
import { ariaOf, Field, TextAreaField, TextField, TickField } from '~/base/ui/form/field';
import { FileInput } from '~/base/ui/form/file-input';
import { fieldsOf, type FormAnswer } from '~/base/ui/form/form-answer';
import { SelectField } from '~/base/ui/form/select-field';
import { nameOf } from '../model/answers';
import type { FieldKind, FormField } from '../model/form-parts';
import { referredField } from '../model/referred-field';
import { Boxes, Radios } from './choices';

type Input = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'autoComplete'>;
const inputs: Partial<Record<FieldKind, Input>> = {
  email: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
  url: { type: 'url' },
  number: { inputMode: 'decimal', autoComplete: 'off' },
  date: { autoComplete: 'off' },
  datetime: { type: 'datetime-local', autoComplete: 'off' },
};

/** The hint below a field: the condition under which it applies, the ERP's description, and the format of a date. */
function useHint(
  field: FormField,
  fields: readonly FormField[],
  maxMb: number,
): string | undefined {
  const { t } = useShop();
  const [when] = field.conditions.flatMap(({ show, all, comparisons: [one, ...others] }) =>
    show && all && others.length === 0 && one?.operator === 'isEqual' ? [one] : [],
  );
  const named = when && referredField(fields, field, when.key);
  const box = named?.box ?? null;
  const other = box === null || when?.value === 'true' ? named?.field : undefined;
  const chosen = box ?? when?.value;
  const value = other?.options.find((option) => option.value === chosen)?.text;
  const words = [
    field.hint,
    field.kind === 'date' ? t('forms:dateHint') : null,
    field.kind === 'file' ? t('forms:fileHint', { mb: maxMb }) : null,
    field.note ? t(`forms:note.${field.note}`) : null,
    other ? t('forms:when', { label: other.label, value: value ?? t('forms:yes') }) : null,
  ];
  return words.filter(Boolean).join(' ') || undefined;
}

/** One field of an ERP form, as plain HTML. */
export function ErpField({
  field,
  fields,
  answer,
  maxMb,
  losesFile,
}: {
  field: FormField;
  fields: readonly FormField[];
  answer: FormAnswer | null;
  maxMb: number;
  /**
   * True when the form has a table: without script, adding or removing a table row reloads the page, and the browser
   * loses a chosen file.
   */
  losesFile: boolean;
}) {
  const { t } = useShop();
  const hint = useHint(field, fields, maxMb);
  const { kind, label, placeholder } = field;
  const facts = fieldsOf(answer)(nameOf(field), field.value);
  // A field with a condition is not required in the browser, because the shop evaluates the condition only when the
  // form is sent.
  const required = field.required && field.conditions.length === 0 && field.row === null;
  const common = { field: facts, label, hint, required };
  switch (kind) {
    case 'hidden':
      return null;
    case 'file':
      return (
        <Field
          {...common}
          hint={
            losesFile ? (
              <>
                {hint} <noscript>{t('forms:fileLast')}</noscript>
              </>
            ) : (
              hint
            )
          }
        >
          <FileInput
            id={facts.id}
            name={facts.name}
            accept=".pdf,.jpg,.jpeg,.png"
            required={required}
            {...ariaOf(facts, hint)}
          />
        </Field>
      );
    case 'area':
      return <TextAreaField {...common} rows={4} placeholder={placeholder ?? undefined} />;
    case 'select':
      return (
        <SelectField {...common} choices={field.options} blank={placeholder ?? t('forms:choose')} />
      );
    case 'radio':
      return <Radios field={field} facts={facts} hint={hint} />;
    case 'boxes':
      return <Boxes field={field} facts={facts} hint={hint} answer={answer} />;
    case 'tick': {
      const ticked = answer ? nameOf(field) in answer.typed : field.value === 'true';
      return <TickField {...common} field={{ ...facts, initialValue: ticked }} />;
    }
    default:
      return (
        <TextField
          {...common}
          {...inputs[kind]}
          minLength={field.minLength ?? undefined}
          pattern={kind === 'number' ? undefined : field.pattern?.source}
          placeholder={placeholder ?? undefined}
        />
      );
  }
}
