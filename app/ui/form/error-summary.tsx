import { useShop } from '~/page/shop';
import type { FieldState } from '~/ui/form/field';
import { Notice } from '~/ui/notice';

/**
 * What is to be corrected, each with a link to its field; nothing when all is well. It is announced, and the focus is
 * in the first field that is wrong (`ariaOf`).
 */
export function ErrorSummary({
  fields,
  general = [],
}: {
  fields: readonly { field: FieldState; label: string }[];
  /** Faults of the form as a whole. */
  general?: readonly string[] | undefined;
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
            <b>{t('common:form.errors', { count: wrong.length })}</b>
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
    </Notice>
  );
}
