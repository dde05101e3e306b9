import type { ReactNode } from 'react';
import { useShop } from '~/base/page/shop';
import type { FieldState } from '~/base/ui/form/field';
import { Notice } from '~/base/ui/notice';

/**
 * Lists the faults of a form, each with a link to its field; renders nothing without faults. Screen readers announce
 * the summary, and the focus is in the first invalid field (`ariaOf`).
 */
export function ErrorSummary({
  fields,
  general = [],
  title,
  children,
}: {
  fields: readonly { field: FieldState; label: string }[];
  /** Faults of the form as a whole. */
  general?: readonly string[] | undefined;
  /** Heading with the number of faults, for forms whose faults concern lines rather than form fields. */
  title?: string | undefined;
  /** What the customer can do instead of correcting the fields. */
  children?: ReactNode;
}) {
  const { t } = useShop();
  const wrong = fields.filter(({ field }) => (field.errors?.length ?? 0) > 0);
  if (wrong.length === 0 && general.length === 0) return null;
  return (
    <Notice tone="bad" role="alert" id="errors">
      {general.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {wrong.length > 0 ? (
        <>
          <p>
            <b>{title ?? t('common:form.errors', { count: wrong.length })}</b>
          </p>
          <ul>
            {wrong.map(({ field, label }) => (
              <li key={field.id}>
                <a href={`#${field.id}`}>
                  {t('common:form.error', { label, text: field.errors?.join(' ') ?? '' })}
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {children}
    </Notice>
  );
}
