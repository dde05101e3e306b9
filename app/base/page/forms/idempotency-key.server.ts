/**
 * Creates the idempotency key of a rendered form, so that the form takes effect once (CART-01, P-56). The first 48 bits
 * are the time of rendering (RFC 9562, version 8 with the time of version 7), by which the shop recognises a form that
 * is older than the data in its store (P-96). Of the other bits, 42 are random. The last 32 are a digest of the rest
 * and the account of the page: so the shop recognises a page that stayed open while another account signed in on the
 * same browser.
 */
import { createHash } from 'node:crypto';
import { ownerHash } from '../owner-hash.server';
import type { PageRequest } from '../page';

type Page = { context: Pick<PageRequest['context'], 'session'> };

/** Number of hexadecimal digits and dashes before the digest. */
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
