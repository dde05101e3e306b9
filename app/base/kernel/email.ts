import { z } from 'zod';
import { halfWidth } from './half-width';

/**
 * The address with its domain as mail servers name it (IDNA, RFC 5891): `a@vétérinaire.be` is `a@xn--vtrinaire-b4ab.be`.
 * Browsers send this form from a field for addresses; texts and other clients send the accented one.
 */
function withAsciiDomain(text: string): string {
  const [, local = '', domain = ''] = /^([^@]+)@([\p{L}\p{M}\p{N}.-]+)$/u.exec(text) ?? [];
  if (domain === '' || /^[\x21-\x7e]+$/.test(domain)) return text;
  const address = `http://${domain}`;
  return URL.canParse(address) ? `${local}@${new URL(address).hostname}` : text;
}

/** Whether a mail address is whole; whether it exists is for the mail to find out. */
export const isEmail = (text: string): boolean =>
  z.email().safeParse(withAsciiDomain(text)).success;

const unseen = /\p{Cf}/gu;
const named = /^[^<>@]*<([^<>]*)>[\s.,;]*$/;
const link = /^mailto:([^?]*)/i;
const before = /^[\s"'“«(]+/;
const after = /(?<![\s.,;:"'”»)])[\s.,;:"'”»)]+$/;

/**
 * The one address that a text pasted from a letter, a link or a list of recipients can mean: `Jan <a@b.be>`,
 * `mailto:a@b.be`, `a@b.be.`, full-width signs. Its domain is in ASCII. Any other text as it is.
 */
export function readEmail(typed: string): string {
  const plain = halfWidth(typed).replace(unseen, '').trim();
  const inner = (named.exec(plain)?.[1] ?? plain).trim();
  const address = link.exec(inner)?.[1] ?? inner;
  const bare = address.replace(before, '').replace(after, '');
  const found = [plain, address, bare].find(isEmail);
  return found === undefined ? typed : withAsciiDomain(found);
}

/** A line of a form that holds one address; `wrong` is said of any other text. */
export const emailLine = (line: z.ZodString, wrong: string) =>
  line.overwrite(readEmail).refine(isEmail, { error: wrong });
