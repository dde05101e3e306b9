import { z } from 'zod';
import { halfWidth } from './half-width';

/**
 * Converts the domain of an address to ASCII (IDNA, RFC 5891): `a@vétérinaire.be` is `a@xn--vtrinaire-b4ab.be`.
 * Browsers send the ASCII domain from an e-mail field; text fields and other clients send the accented domain.
 */
function withAsciiDomain(text: string): string {
  const [, local = '', domain = ''] = /^([^@]+)@([\p{L}\p{M}\p{N}.-]+)$/u.exec(text) ?? [];
  if (domain === '' || /^[\x21-\x7e]+$/.test(domain)) return text;
  const address = `http://${domain}`;
  return URL.canParse(address) ? `${local}@${new URL(address).hostname}` : text;
}

/** Whether an e-mail address is well-formed. Whether the address exists cannot be checked here. */
export const isEmail = (text: string): boolean =>
  z.email().safeParse(withAsciiDomain(text)).success;

const unseen = /\p{Cf}/gu;
const named = /^[^<>@]*<([^<>]*)>[\s.,;]*$/;
const link = /^mailto:([^?]*)/i;
const before = /^[\s"'“«(]+/;
const after = /(?<![\s.,;:"'”»)])[\s.,;:"'”»)]+$/;

/**
 * Extracts the one address from text pasted from a message, a link or a list of recipients: `Jan <a@b.be>`,
 * `mailto:a@b.be`, `a@b.be.`, full-width characters. Converts its domain to ASCII. Returns any other text unchanged.
 */
export function readEmail(typed: string): string {
  const plain = halfWidth(typed).replace(unseen, '').trim();
  const inner = (named.exec(plain)?.[1] ?? plain).trim();
  const address = link.exec(inner)?.[1] ?? inner;
  const bare = address.replace(before, '').replace(after, '');
  const found = [plain, address, bare].find(isEmail);
  return found === undefined ? typed : withAsciiDomain(found);
}

/** Schema of a form field with one address; `wrong` is the error for any other text. */
export const emailLine = (line: z.ZodString, wrong: string) =>
  line.overwrite(readEmail).refine(isEmail, { error: wrong });
