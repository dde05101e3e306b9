import { z } from 'zod';

/** Schema of a multi-line text. Browsers count a line break as one character but send two. */
export const lines = () => z.string().overwrite((typed) => typed.replace(/\r\n?/g, '\n').trim());

/** Schema of a required line. With `missing` as a plain string, a line that is too long would get that message too. */
export const neededLine = (missing: string) =>
  z
    .string({ error: ({ code }) => (code === 'invalid_type' ? missing : undefined) })
    .trim()
    .min(1, missing);
