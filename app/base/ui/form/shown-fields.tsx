/**
 * A form that edits a shared record has a hidden field `was` with the values that its fields showed when it was
 * rendered. From that the shop knows whether the record has changed since, and which fields this person edited. All
 * other fields show the current record, because saving their old values would undo another person's edit (P-58).
 */
import { useShop } from '~/base/page/shop';
import { fieldsOf, type FieldOf, type FormAnswer } from './form-answer';

/** The stored values by field name, formatted as the fields display them. */
export type Shown = Readonly<Record<string, string>>;

const fieldName = 'was';
/** The value of the hidden field `was`. */
export const written = (shown: Shown): string => new URLSearchParams({ ...shown }).toString();
/** Browsers send the line breaks of a text as two characters. */
const plain = (typed: string): string => typed.replace(/\r\n?/g, '\n');
const maxStored = 80;

export function ShownFields({ shown }: { shown: Shown }) {
  return <input type="hidden" name={fieldName} value={written(shown)} autoComplete="off" />;
}

/** True when the record has changed since the form was rendered. `shown` has the current values. */
export const isStale = (form: URLSearchParams, shown: Shown): boolean =>
  form.get(fieldName) !== written(shown);

/** Returns a predicate that tells whether this person edited a field of the posted form. */
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
  /** Title of the error summary when another person has changed the same fields; undefined otherwise. */
  title: string | undefined;
  /** Message when an edited field no longer exists; otherwise null. */
  gone: string | null;
}

/**
 * The fields of a form with the hidden field `was`. When another person has changed an edited field, its error message
 * states the stored value.
 */
export function useFieldsSince(
  answer: FormAnswer | null,
  shown: Shown,
  /** Returns the text that the customer sees for a stored option. */
  wordOf: (name: string, stored: string) => string = (_, stored) => stored,
): FieldsSince {
  const { t } = useShop();
  const typed = answer?.typed ?? {};
  const was = new URLSearchParams(typed[fieldName]);
  const isTyped = typedIn(answer);
  // On another page of the table rows (`FormLink`), most fields differ from the posted ones.
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
