/**
 * A form about a record that others change too says in its hidden field `was` what its fields have shown. From that the
 * shop knows whether the record is still the same, and of a form that comes back what this person has typed: all other
 * fields show what is stored by now, or saving them again would undo another's work (P-58).
 */
import { useShop } from '~/base/page/shop';
import { fieldsOf, type FieldOf, type FormAnswer } from './form-answer';

/** What is stored, as the fields show it, by their names. */
export type Shown = Readonly<Record<string, string>>;

const fieldName = 'was';
/** The text of that field. */
export const written = (shown: Shown): string => new URLSearchParams({ ...shown }).toString();
/** Browsers send the line ends of a text as two characters. */
const plain = (typed: string): string => typed.replace(/\r\n?/g, '\n');
const maxStored = 80;

export function ShownFields({ shown }: { shown: Shown }) {
  return <input type="hidden" name={fieldName} value={written(shown)} autoComplete="off" />;
}

/** Whether the form was made from another state of the record than `shown`. */
export const isStale = (form: URLSearchParams, shown: Shown): boolean =>
  form.get(fieldName) !== written(shown);

/** Whether something was typed into a field of a form that came back. */
export function typedIn(answer: Pick<FormAnswer, 'typed'> | null): (name: string) => boolean {
  const typed = answer?.typed ?? {};
  const was = new URLSearchParams(typed[fieldName]);
  return (name) => {
    const value = typed[name];
    return value !== undefined && plain(value) !== was.get(name);
  };
}

interface FieldsSince {
  fieldOf: FieldOf;
  /** For the summary, where what was typed is marked in it. */
  title: string | undefined;
  /** Null, or that something typed has no field any more. */
  gone: string | null;
}

/** The fields of such a form. After a conflict each that was typed in says what is stored instead. */
export function useFieldsSince(
  answer: FormAnswer | null,
  shown: Shown,
  /** A choice as the customer reads it. */
  wordOf: (name: string, stored: string) => string = (_, stored) => stored,
): FieldsSince {
  const { t } = useShop();
  const typed = answer?.typed ?? {};
  const was = new URLSearchParams(typed[fieldName]);
  const isTyped = typedIn(answer);
  // On another page of the rows (`FormLink`) most fields are others than those that were posted.
  const isOtherPage = typed['to'] !== undefined;
  const isChanged = (name: string): boolean => was.has(name) && was.get(name) !== shown[name];
  const isConflict = isOtherPage
    ? Object.keys(shown).some((name) => isTyped(name) && isChanged(name))
    : was.size > 0 && typed[fieldName] !== written(shown);
  const plainFieldOf = fieldsOf(answer);
  const fieldOf: FieldOf = (name, value = '') => {
    const stored = shown[name] ?? value;
    const field = plainFieldOf(name, stored);
    if (!isTyped(name)) return { ...field, initialValue: stored };
    if (!isConflict || !(name in shown) || plain(typed[name] ?? '') === stored) return field;
    if (isOtherPage && !isChanged(name)) return field;
    const word = wordOf(name, stored);
    const cut = word.length > maxStored ? `${word.slice(0, maxStored)}…` : word;
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
