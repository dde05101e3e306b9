/**
 * Identifies one rendered form, so that it takes effect once (CART-01, P-56). The first 48 bits are the time of
 * rendering (RFC 9562, version 8 with the time of version 7), from which a store that has lost its data since knows
 * that it may have forgotten the form (P-96). Of the other bits 42 are random. The last 32 are a digest of the rest and
 * the account of the page: a page that is still open when another account signs in on the same browser is recognised.
 */
import { createHash } from 'node:crypto';
import { ownerHash } from '../owner-hash.server';
import type { PageRequest } from '../page';

type Page = { context: Pick<PageRequest['context'], 'session'> };

/** Hexadecimal digits and dashes before the digest. */
const headLength = 28;
const tagLength = 8;

const visitor = 'visitor';
const accountOf = ({ context: { session } }: Page): string =>
  session.kind === 'customer' ? ownerHash(session.customer.owner) : visitor;

const tagOf = (head: string, account: string): string =>
  createHash('sha256').update(`${head} ${account}`).digest('hex').slice(0, tagLength);

export function newIdempotencyKey(page: Page): string {
  const random = crypto.randomUUID();
  const time = Date.now().toString(16).padStart(12, '0');
  const head = `${time.slice(0, 8)}-${time.slice(8)}-8${random.slice(15, headLength)}`;
  return head + tagOf(head, accountOf(page));
}

/**
 * Whether the key belongs to a page of another account. A guest's page belongs to no account. A key of another version,
 * from a page of an earlier release, is accepted.
 */
export function isOthersKey(page: Page, key: string): boolean {
  if (page.context.session.kind !== 'customer') return false;
  const text = key.toLowerCase();
  if (!/^[\da-f]{8}-[\da-f]{4}-8/.test(text)) return false;
  const head = text.slice(0, headLength);
  const tag = text.slice(headLength);
  return ![accountOf(page), visitor].some((account) => tag === tagOf(head, account));
}
