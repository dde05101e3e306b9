/**
 * The one way into the form parser (P-88). It makes arrays as long as a name in brackets says and calls itself
 * for nested names, so it sees plain names only, and no more fields than the longest form has.
 */
import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';
import { badRequest } from './posted.server';

const plainName = /^[A-Za-z][\w-]{0,63}$/;
const maxFields = 200;

export function parseForm<Schema extends z.ZodType>(
  form: FormData | URLSearchParams,
  options: { schema: Schema },
) {
  let fields = 0;
  for (const name of form.keys()) {
    fields += 1;
    if (fields > maxFields || !plainName.test(name)) throw badRequest();
  }
  return parseWithZod(form, options);
}
