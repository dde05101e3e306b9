import { z } from 'zod';

/**
 * Schema of a multi-line text. It turns each line break into one character: browsers count one character but send two.
 */
export const lines = () => z.string().overwrite((typed) => typed.replace(/\r\n?/g, '\n').trim());

/**
 * Schema of a required line. `missing` is the message for an empty line only; passed as a plain string, it would also
 * be the message for a line that is too long.
 */
export const neededLine = (missing: string) =>
  z
    .string({ error: ({ code }) => (code === 'invalid_type' ? missing : undefined) })
    .trim()
    .min(1, missing);
