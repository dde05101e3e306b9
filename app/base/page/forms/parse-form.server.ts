/**
 * The one way into the form parser (P-88). It makes arrays as long as a name in brackets says and calls itself
 * for nested names, so it sees plain names only, and no more fields than the longest form has.
 */
import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';
import type { Translate } from '~/base/i18n/translate';
import { badRequest } from './posted.server';

const plainName = /^[A-Za-z][\w-]{0,63}$/;
const maxFields = 200;

/**
 * The words for a fault that the schema has none for: what is blank counts as missing, and the validator's own
 * English is never shown.
 */
export const wordsFor =
  (t: Translate): z.core.$ZodErrorMap =>
  (issue) => {
    const { input } = issue;
    if (input === undefined || input === null || input === '') return t('common:form.required');
    return issue.code === 'too_big' && typeof input === 'string'
      ? t('common:form.tooLong', { length: input.length, max: Number(issue.maximum) })
      : t('common:form.invalid');
  };

/** `t` gives the words for faults that the schema has none for. */
export function parseForm<Schema extends z.ZodType>(
  form: FormData | URLSearchParams,
  { schema, t }: { schema: Schema; t: Translate },
) {
  let fields = 0;
  for (const name of form.keys()) {
    fields += 1;
    if (fields > maxFields || !plainName.test(name)) throw badRequest();
  }
  return parseWithZod(form, { schema, error: wordsFor(t) });
}
