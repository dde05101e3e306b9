/**
 * A small document that the shop stores per customer, in addition to the ERP's data: for example requests that are not
 * yet carried out, or what kind of sale a record of the ERP is. Another tab or instance may change it at the same time.
 */
import type { z } from 'zod';
import { ownerHash } from './owner-hash.server';
import type { CustomerRequest } from './page';

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

/** How often an update re-reads the document after a concurrent write. */
const attempts = 4;

export interface CustomerRecord<T> {
  /** Returns the stored document, or `empty`. Throws UpstreamFailure of the store. */
  read(page: Page): Promise<T>;
  /**
   * Stores the result of `change` on the newest document; null leaves the document unchanged. Throws UpstreamFailure of
   * the store.
   */
  update(page: Page, change: (before: T) => T | null): Promise<void>;
}

/** Creates access to such a document. `name` is the prefix of its store key. */
export function customerRecord<T>({
  name,
  schema,
  empty,
  ttlSeconds,
}: {
  name: string;
  schema: z.ZodType<T>;
  empty: T;
  ttlSeconds: number;
}): CustomerRecord<T> {
  const keyOf = ({ customer }: Page): string => `${name}:${ownerHash(customer.owner)}`;

  async function stored(page: Page): Promise<{ version: number | null; value: T }> {
    const found = await page.context.keyValueStore.read(keyOf(page));
    return {
      version: found?.version ?? null,
      value: found ? schema.parse(JSON.parse(found.value)) : empty,
    };
  }

  return {
    read: async (page) => (await stored(page)).value,
    async update(page, change) {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const { version, value } = await stored(page);
        const next = change(value);
        if (next === null) return;
        const options = { version, ttlSeconds };
        const { keyValueStore } = page.context;
        if (await keyValueStore.write(keyOf(page), JSON.stringify(next), options)) return;
      }
    },
  };
}
