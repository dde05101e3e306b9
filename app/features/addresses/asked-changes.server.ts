/**
 * Addresses whose change was asked for. The ERP gets such a request as a letter (contract/erp.md 16) and tells nothing of
 * it: until the address is another one, or for two weeks, the shop says that it is on its way.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Address } from '~/features/cart/cart';
import { dayOf, type Day } from '~/kernel/day';
import { ownerHash } from '~/page/owner-hash.server';
import type { CustomerRequest } from '~/page/page';

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

/** By address: how it read then, and when it was asked for in milliseconds. */
const Asked = z.record(z.string(), z.object({ read: z.string(), at: z.number() }));

const ttlSeconds = 14 * 24 * 60 * 60;
/** Another tab may write at the same time. */
const attempts = 3;

const keyOf = ({ customer }: Page): string => `address-asked:${ownerHash(customer.owner)}`;

/** A hash: what the store holds says nobody's address. */
const readingOf = ({ name, street, street2, zip, city, phone, email, vat }: Address): string =>
  createHash('sha256')
    .update(JSON.stringify([name, street, street2, zip, city, phone, email, vat]))
    .digest('base64url')
    .slice(0, 22);

async function stored(page: Page) {
  const found = await page.context.keyValueStore.read(keyOf(page));
  return {
    version: found?.version ?? null,
    asked: found ? Asked.parse(JSON.parse(found.value)) : {},
  };
}

/** The days on which changes of these addresses were asked for, by the addresses' ids. */
export async function askedChanges(
  page: Page,
  addresses: readonly Address[],
): Promise<ReadonlyMap<number, Day>> {
  const { asked } = await stored(page);
  return new Map(
    addresses.flatMap((address) => {
      const known = asked[address.id];
      return known?.read === readingOf(address) ? [[address.id, dayOf(new Date(known.at))]] : [];
    }),
  );
}

export async function noteAskedChange(page: Page, address: Address): Promise<void> {
  const at = page.context.clock.now().getTime();
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { version, asked } = await stored(page);
    const value = JSON.stringify({ ...asked, [address.id]: { read: readingOf(address), at } });
    if (await page.context.keyValueStore.write(keyOf(page), value, { version, ttlSeconds })) return;
  }
}
