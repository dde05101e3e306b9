import { ariaOf, Field } from '~/base/ui/form/field';
import { FileInput } from '~/base/ui/form/file-input';
import { fieldsOf, type FormAnswer } from '~/base/ui/form/form-answer';

/** The file input for an ad's PDF. */
export function DocumentField({
  label,
  hint,
  answer,
}: {
  label: string;
  hint: string;
  answer: FormAnswer | null;
}) {
  const field = fieldsOf(answer)('file');
  return (
    <Field field={field} label={label} hint={hint}>
      <FileInput
        id={field.id}
        name={field.name}
        accept=".pdf,application/pdf"
        {...ariaOf(field, hint)}
      />
    </Field>
  );
}
