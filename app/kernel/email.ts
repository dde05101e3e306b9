import { z } from 'zod';
import { halfWidth } from './half-width';

/** Whether a mail address is whole; whether it exists is for the mail to find out. */
export const isEmail = (text: string): boolean => z.email().safeParse(text).success;

const unseen = /\p{Cf}/gu;
const named = /^[^<>@]*<([^<>]*)>[\s.,;]*$/;
const link = /^mailto:([^?]*)/i;
const before = /^[\s"'“«(]+/;
const after = /(?<![\s.,;:"'”»)])[\s.,;:"'”»)]+$/;

/**
 * The one address that a text pasted from a letter, a link or a list of recipients can mean: `Jan <a@b.be>`,
 * `mailto:a@b.be`, `a@b.be.`, full-width signs. Any other text as it is.
 */
export function readEmail(typed: string): string {
  const plain = halfWidth(typed).replace(unseen, '').trim();
  const inner = (named.exec(plain)?.[1] ?? plain).trim();
  const address = link.exec(inner)?.[1] ?? inner;
  const bare = address.replace(before, '').replace(after, '');
  return [plain, address, bare].find(isEmail) ?? typed;
}

/** A line of a form that holds one address; `wrong` is said of any other text. */
export const emailLine = (line: z.ZodString, wrong: string) =>
  line.overwrite(readEmail).refine(isEmail, { error: wrong });
