/** The two shapes of a rejected form: Conform's, and that of forms with arbitrary field names. */
import type { SubmissionResult } from '@conform-to/react';
import { formAnswer, type FormAnswer } from './form-answer';
import type { Wrong } from '~/base/page/forms/submit.server';

interface Replying {
  reply(options: {
    formErrors?: string[];
    fieldErrors?: Record<string, string[]>;
  }): SubmissionResult<string[]>;
}

/** Builds the answer to a form that a Conform schema parsed. */
export const conformAnswer =
  (submission: Replying) =>
  ({ general = [], fields = {} }: Wrong): SubmissionResult<string[]> =>
    submission.reply({
      formErrors: [...general],
      fieldErrors: Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, [text]])),
    });

/** Builds the answer to a form with arbitrary field names, such as rows of a list or a form that the ERP defines. */
export const plainAnswer =
  (form: URLSearchParams) =>
  ({ general = [], fields = {} }: Wrong): FormAnswer =>
    formAnswer(form, { general, faults: fields });
