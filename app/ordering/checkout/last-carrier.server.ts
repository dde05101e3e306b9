/**
 * The carrier that a customer last chose. Each change of a cart's lines makes the ERP forget its carrier
 * (contract/erp.md 10), and the next cart has none: the choice then stands on the page again, to be applied with the
 * next button that is pressed; where it costs something, the total is shown before the order. Only a carrier to an
 * address: a pickup point is chosen with its point.
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
  // Of two choices at once either is the last one.
  await keyValueStore.write(key, value, { version: found?.version ?? null, ttlSeconds });
}

export async function lastCarrier(page: Page): Promise<number | null> {
  const found = await page.context.keyValueStore.read(keyOf(page));
  return found ? Kept.parse(JSON.parse(found.value)).carrier : null;
}
