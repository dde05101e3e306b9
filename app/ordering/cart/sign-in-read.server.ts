/**
 * The cart is read from the ERP with the first page of a session (CART-09, contract/erp.md 10): the badge is
 * right from there on, with script and without. That page waits for it half a second at most; the answer that
 * comes later is in the ledger for the next page, and the island of this one asks for it.
 */
import type { CustomerRequest } from '~/base/page/page';
import { sessionKey } from '~/base/page/session-cache.server';
import { readCart } from './cart.server';

const waitMs = 500;
/** What another device of this customer has just read is not read again. */
const maxAgeMs = 60_000;

/** Whether this session's cart has been read; false: it is still on its way. */
export async function readAtSignIn(
  page: Pick<CustomerRequest, 'context' | 'customer'>,
): Promise<boolean> {
  const key = sessionKey(page, 'cart-read');
  if (key === null) return false;
  const reading = page.context.cache.get(
    key,
    { freshMs: Number.POSITIVE_INFINITY, staleMs: 0 },
    async () => {
      await readCart(page, { maxAgeMs });
      return true;
    },
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), waitMs);
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
