/**
 * Marks the browser with a cookie while edits from plain forms wait in the store. The cookie names the customer and the
 * store's epoch. If the store has lost its memory since, the cart page asks the customer to check the cart (P-96).
 */
import { ownerHash } from '~/base/page/owner-hash.server';
import type { CustomerRequest } from '~/base/page/page';
import type { CartState } from './cart.server';
import { ledgerKey } from './sync/ledger-store.server';
import { rememberedMs, type LedgerHead } from './sync/ledger.server';

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

const cookieName = 'cart-waits';

const epochOf = async ({ context, customer }: Page): Promise<string> =>
  (await context.keyValueStore.epoch(ledgerKey(customer.owner))).id;

const markOf = (page: Page, epoch: string): string => `${ownerHash(page.customer.owner)} ${epoch}`;

/** Sets the cookie while edits from plain forms wait, or while the outcome of sending them is unknown. */
export async function markWaiting(page: Page, head: LedgerHead): Promise<void> {
  if (head.queue.length === 0 && !head.doubt) return;
  page.context.cookies.write(cookieName, markOf(page, await epochOf(page)), {
    maxAgeSeconds: rememberedMs / 1000,
  });
}

/** Whether the store lost waiting edits of this browser. Reports each loss only once. */
export async function takeLoss(page: Page, state: CartState): Promise<boolean> {
  const { cookies, log } = page.context;
  const mark = cookies.read(cookieName);
  if (!mark?.startsWith(markOf(page, ''))) return false;
  const isLost = mark !== markOf(page, await epochOf(page));
  if (isLost) log.error({ event: 'cart.waiting_lost' }, 'cart changes that waited may be lost');
  const stillWaits = state.waitSeconds !== null || state.lines.some(({ pending }) => pending);
  if (isLost || !stillWaits) cookies.write(cookieName, '', { maxAgeSeconds: 0 });
  return isLost;
}
