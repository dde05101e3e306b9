/**
 * Which orders wait for a payment that was begun here: a released ERP shows quotations alike. How to pay by a bank
 * transfer comes with the customer, in the address of the return (contract/erp.md 12.6), and no call tells it again: it
 * is kept for the order's page.
 */
import { ownerHash } from '~/base/page/owner-hash.server';
import type { CustomerRequest } from '~/base/page/page';

const ttlSeconds = 60 * 24 * 60 * 60;
const longest = 4_000;

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

const keyOf = ({ customer }: Page, cartUuid: string): string =>
  `instructions:${ownerHash(customer.owner)}:${cartUuid.toLowerCase()}`;

/** A payment of this cart begins. What is known of another one stays. */
export async function expectPayment(page: Page, cartUuid: string): Promise<void> {
  const options = { version: null, ttlSeconds };
  await page.context.keyValueStore.write(keyOf(page, cartUuid), '', options);
}

/** HTML as it came; to be sanitised before it is shown. */
export async function keepInstructions(page: Page, cartUuid: string, html: string): Promise<void> {
  if (html.length > longest) return;
  const { keyValueStore } = page.context;
  const key = keyOf(page, cartUuid);
  const found = await keyValueStore.read(key);
  if (found?.value === html) return;
  await keyValueStore.write(key, html, { version: found?.version ?? null, ttlSeconds });
}

export interface AwaitedPayment {
  /** Not sanitised; null where the provider gave none. */
  instructions: string | null;
}

/** Null: this order waits for no payment, as far as the shop knows. */
export async function awaitedPayment(
  page: Page,
  { state, uuid }: { state: string; uuid: string | null },
): Promise<AwaitedPayment | null> {
  if (state !== 'pending' || uuid === null) return null;
  const kept = await page.context.keyValueStore.read(keyOf(page, uuid));
  return kept && { instructions: kept.value || null };
}
