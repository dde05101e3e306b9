/**
 * The only caller of the form parser (P-88). For a field name with an index in brackets, that parser creates an array
 * of that length; for nested names it recurses. So this function passes only plain field names, and at most 200 fields.
 */
import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';
import type { Translate } from '~/base/i18n/translate';
import { badRequest } from './posted.server';

const plainName = /^[A-Za-z][\w-]{0,63}$/;
const maxFields = 200;

/**
 * Error messages for faults without a message in the schema: blank input counts as missing, and the validator's own
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

/**
 * Parses a posted form; `t` translates the messages for faults without a message in the schema. Throws 400 for
 * unexpected field names or too many fields.
 */
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
