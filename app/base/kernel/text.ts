import { z } from 'zod';

/** A text of several lines; browsers count the end of a line as one character and send two. */
export const lines = () => z.string().overwrite((typed) => typed.replace(/\r\n?/g, '\n').trim());

/** A line that must be there. As a plain text `missing` would be said of one that is too long, too. */
export const neededLine = (missing: string) =>
  z
    .string({ error: ({ code }) => (code === 'invalid_type' ? missing : undefined) })
    .trim()
    .min(1, missing);
