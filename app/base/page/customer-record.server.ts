/**
 * A small document that the shop keeps of each customer, beside the ERP: what was asked for and is not carried out yet,
 * what a sale was made of. Another tab or instance may change it at the same time.
 */
import type { z } from 'zod';
import { ownerHash } from './owner-hash.server';
import type { CustomerRequest } from './page';

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

/** Writes that came in between and are read anew. */
const attempts = 4;

export interface CustomerRecord<T> {
  /** What is kept, or `empty`. Throws UpstreamFailure of the store. */
  read(page: Page): Promise<T>;
  /** Keeps what `change` makes of the newest document; null leaves it as it is. Throws UpstreamFailure of the store. */
  update(page: Page, change: (before: T) => T | null): Promise<void>;
}

/** `name` is the first part of its key in the store. */
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
