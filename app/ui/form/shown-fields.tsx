/**
 * A form about a record that others change too says in its hidden field `was` what its fields have shown. From that the
 * shop knows whether the record is still the same, and of a form that comes back what this person has typed: all other
 * fields show what is stored by now, or saving them again would undo another's work (P-58).
 */
import { useShop } from '~/page/shop';
import { fieldsOf, type FieldOf, type FormAnswer } from './form-answer';

/** What is stored, as the fields show it, by their names. */
export type Shown = Readonly<Record<string, string>>;

const fieldName = 'was';
const written = (shown: Shown): string => new URLSearchParams({ ...shown }).toString();
/** Browsers send the line ends of a text as two characters. */
const plain = (typed: string): string => typed.replace(/\r\n?/g, '\n');
const maxStored = 80;

export function ShownFields({ shown }: { shown: Shown }) {
  return <input type="hidden" name={fieldName} value={written(shown)} autoComplete="off" />;
}

/** Whether the form was made from another state of the record than `shown`. */
export const isStale = (form: URLSearchParams, shown: Shown): boolean =>
  form.get(fieldName) !== written(shown);

interface FieldsSince {
  fieldOf: FieldOf;
  /** For the summary, where what was typed is marked in it. */
  title: string | undefined;
  /** Null, or that something typed has no field any more. */
  gone: string | null;
}

/** The fields of such a form. After a conflict each that was typed in says what is stored instead. */
export function useFieldsSince(answer: FormAnswer | null, shown: Shown): FieldsSince {
  const { t } = useShop();
  const typed = answer?.typed ?? {};
  const was = new URLSearchParams(typed[fieldName]);
  const isConflict = was.size > 0 && typed[fieldName] !== written(shown);
  const isTyped = (name: string): boolean => {
    const value = typed[name];
    return value !== undefined && plain(value) !== was.get(name);
  };
  const plainFieldOf = fieldsOf(answer);
  const fieldOf: FieldOf = (name, value = '') => {
    const stored = shown[name] ?? value;
    const field = plainFieldOf(name, stored);
    if (!isTyped(name)) return { ...field, initialValue: stored };
    if (!isConflict || !(name in shown) || plain(typed[name] ?? '') === stored) return field;
    const cut = stored.length > maxStored ? `${stored.slice(0, maxStored)}…` : stored;
    const mark =
      cut === '' ? t('common:form.storedNone') : t('common:form.stored', { stored: cut });
    return { ...field, errors: [...(field.errors ?? []), mark] };
  };
  const isGone = [...was.keys()].some((name) => !(name in shown) && isTyped(name));
  return {
    fieldOf,
    title: isConflict ? t('common:form.unsaved') : undefined,
    gone: isGone ? t('common:form.gone') : null,
  };
}
