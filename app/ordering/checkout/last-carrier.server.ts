/**
 * Remembers the carrier that a customer chose last. The ERP clears the carrier with each edit of the cart's lines
 * (contract/erp.md 10), and a new cart has no carrier. Checkout then preselects the remembered carrier, and the next
 * pressed button applies it. If it costs something, the page shows the total before the order. Only carriers to an
 * address are remembered; a pickup point is chosen together with its carrier.
 */
import { z } from 'zod';
import { ownerHash } from '~/base/page/owner-hash.server';
import type { CustomerRequest } from '~/base/page/page';

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

const Kept = z.object({ carrier: z.number() });
const ttlSeconds = 180 * 24 * 60 * 60;

const keyOf = ({ customer }: Page): string => `carrier:${ownerHash(customer.owner)}`;

export async function keepCarrier(page: Page, carrier: number): Promise<void> {
  const { keyValueStore } = page.context;
  const key = keyOf(page);
  const found = await keyValueStore.read(key);
  const value = JSON.stringify({ carrier });
  if (found?.value === value) return;
  // A version conflict is ignored: of two concurrent choices, either may win.
  await keyValueStore.write(key, value, { version: found?.version ?? null, ttlSeconds });
}

export async function lastCarrier(page: Page): Promise<number | null> {
  const found = await page.context.keyValueStore.read(keyOf(page));
  return found ? Kept.parse(JSON.parse(found.value)).carrier : null;
}
