/** The answer to a rejected form: its input and its faults. */
import type { FieldState } from '~/base/ui/form/field';

export interface FormAnswer {
  kind: 'form-answer';
  /** All fields as posted. */
  typed: Readonly<Record<string, string>>;
  /** Error messages by field name, in the customer's language. */
  faults: Readonly<Record<string, string>>;
  /** Messages about the form as a whole. */
  general: readonly string[];
}

export const isFormAnswer = (answer: unknown): answer is FormAnswer =>
  typeof answer === 'object' &&
  answer !== null &&
  'kind' in answer &&
  answer.kind === 'form-answer';

export const formAnswer = (
  form: URLSearchParams,
  wrong: Partial<Pick<FormAnswer, 'faults' | 'general'>>,
): FormAnswer => ({
  kind: 'form-answer',
  typed: Object.fromEntries(form),
  faults: {},
  general: [],
  ...wrong,
});

export type FieldOf = (name: string, value?: string) => FieldState;

/** The fields of a form. Each has its posted value, or `value` when nothing was posted; its name is also its id. */
export const fieldsOf =
  (answer: FormAnswer | null): FieldOf =>
  (name, value = '') => ({
    id: name,
    name,
    initialValue: answer?.typed[name] ?? value,
    errors: answer?.faults[name] ? [answer.faults[name]] : undefined,
  });
