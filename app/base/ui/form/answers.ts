/** The two shapes in which a form comes back: Conform's, and that of forms with fields of any name. */
import type { SubmissionResult } from '@conform-to/react';
import { formAnswer, type FormAnswer } from './form-answer';
import type { Wrong } from '~/base/page/forms/submit.server';

interface Replying {
  reply(options: {
    formErrors?: string[];
    fieldErrors?: Record<string, string[]>;
  }): SubmissionResult<string[]>;
}

/** Of a form that was read by its schema. */
export const conformAnswer =
  (submission: Replying) =>
  ({ general = [], fields = {} }: Wrong): SubmissionResult<string[]> =>
    submission.reply({
      formErrors: [...general],
      fieldErrors: Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, [text]])),
    });

/** Of a form whose fields have names of their own: rows of a list, an ERP's form. */
export const plainAnswer =
  (form: URLSearchParams) =>
  ({ general = [], fields = {} }: Wrong): FormAnswer =>
    formAnswer(form, { general, faults: fields });
