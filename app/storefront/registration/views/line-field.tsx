import type { InputHTMLAttributes } from 'react';
import { useShop } from '~/base/page/shop';
import type { FieldState } from '~/base/ui/form/field';
import { TextField } from '~/base/ui/form/field';
import { hinted, type LineName } from './line-names';

/** A one-line form field with its label, and with a hint on the format for the fields that have one. */
export function LineField({
  field,
  name,
  ...input
}: {
  field: FieldState;
  name: LineName;
} & Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'autoComplete'>) {
  const { t } = useShop();
  const hint = hinted.find((one) => one === name);
  return (
    <TextField
      field={field}
      label={t(`registration:field.${name}`)}
      hint={hint ? t(`registration:hint.${hint}`) : undefined}
      {...input}
    />
  );
}
