/**
 * Addresses whose change was asked for. The ERP gets such a request as a letter (contract/erp.md 16) and tells nothing of
 * it: until the address is another one, or for two weeks, the shop says that it is on its way.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Address } from '~/ordering/cart/cart';
import { dayOf, type Day } from '~/base/kernel/day';
import { customerRecord } from '~/base/page/customer-record.server';
import type { CustomerRequest } from '~/base/page/page';

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

/** By address: how it read then, and when it was asked for in milliseconds. */
const Asked = z.record(z.string(), z.object({ read: z.string(), at: z.number() }));

const record = customerRecord({
  ...{ name: 'address-asked', schema: Asked, empty: {} },
  ttlSeconds: 14 * 24 * 60 * 60,
});

/** Hashed, so that the store holds no address. */
const readingOf = ({ name, street, street2, zip, city, phone, email, vat }: Address): string =>
  createHash('sha256')
    .update(JSON.stringify([name, street, street2, zip, city, phone, email, vat]))
    .digest('base64url')
    .slice(0, 22);

/** The days on which changes of these addresses were asked for, by the addresses' ids. */
export async function askedChanges(
  page: Page,
  addresses: readonly Address[],
): Promise<ReadonlyMap<number, Day>> {
  const asked = await record.read(page);
  return new Map(
    addresses.flatMap((address) => {
      const known = asked[address.id];
      return known?.read === readingOf(address) ? [[address.id, dayOf(new Date(known.at))]] : [];
    }),
  );
}

export const noteAskedChange = (page: Page, address: Address): Promise<void> =>
  record.update(page, (asked) => ({
    ...asked,
    [address.id]: { read: readingOf(address), at: page.context.clock.now().getTime() },
  }));
