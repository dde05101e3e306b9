/**
 * Reads the cart from the ERP with the first page of a session (CART-09, contract/erp.md 10). The badge is then correct
 * with and without script. The page waits at most half a second for the ERP. A later response is stored in the ledger
 * for the next page, and the client script of the current page requests it.
 */
import type { CustomerRequest } from '~/base/page/page';
import { sessionKey } from '~/base/page/session-cache.server';
import { readCart } from './cart.server';

const waitMs = 500;
/** Skips the ERP read when another device of this customer read the cart within this time. */
const maxAgeMs = 60_000;

/** Returns true when the cart has been read in this session, false while the ERP has not responded yet. */
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
