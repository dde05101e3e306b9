/**
 * Records which orders wait for a payment that was begun in this shop, because an ERP with only the published modules
 * does not distinguish them from quotations. The instructions for a bank transfer are only in the return address
 * (contract/erp.md 12.6), and no ERP call repeats them. They are stored for the order page.
 */
import { ownerHash } from '~/base/page/owner-hash.server';
import type { CustomerRequest } from '~/base/page/page';

const ttlSeconds = 60 * 24 * 60 * 60;
const longest = 4_000;

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

const keyOf = ({ customer }: Page, cartUuid: string): string =>
  `instructions:${ownerHash(customer.owner)}:${cartUuid.toLowerCase()}`;

/** Records that a payment of this cart begins. Instructions stored for another payment stay. */
export async function expectPayment(page: Page, cartUuid: string): Promise<void> {
  const options = { version: null, ttlSeconds };
  await page.context.keyValueStore.write(keyOf(page, cartUuid), '', options);
}

/** Stores a provider's instructions as HTML, as received; sanitise them before display. */
export async function keepInstructions(page: Page, cartUuid: string, html: string): Promise<void> {
  if (html.length > longest) return;
  const { keyValueStore } = page.context;
  const key = keyOf(page, cartUuid);
  const found = await keyValueStore.read(key);
  if (found?.value === html) return;
  await keyValueStore.write(key, html, { version: found?.version ?? null, ttlSeconds });
}

export interface AwaitedPayment {
  /** Instructions of the provider, not sanitised; null when the provider sent none. */
  instructions: string | null;
}

/** The payment that this order waits for; null: it waits for none, as far as the shop knows. */
export async function awaitedPayment(
  page: Page,
  { state, uuid }: { state: string; uuid: string | null },
): Promise<AwaitedPayment | null> {
  if (state !== 'pending' || uuid === null) return null;
  const kept = await page.context.keyValueStore.read(keyOf(page, uuid));
  return kept && { instructions: kept.value || null };
}
