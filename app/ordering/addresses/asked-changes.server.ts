/**
 * Addresses with a requested change. The ERP receives the request as a message (contract/erp.md 16) and reports nothing
 * about it. The shop displays the request as pending for two weeks, or until the address changes.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Address } from '~/ordering/cart/cart';
import { dayOf, type Day } from '~/base/kernel/day';
import { customerRecord } from '~/base/page/customer-record.server';
import type { CustomerRequest } from '~/base/page/page';

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

/** By address id: hash of the address when its change was requested, and time of the request in ms since 1970. */
const Asked = z.record(z.string(), z.object({ read: z.string(), at: z.number() }));

const record = customerRecord({
  name: 'address-asked',
  schema: Asked,
  empty: {},
  ttlSeconds: 14 * 24 * 60 * 60,
});

/** Hash of the address, so that the key-value store contains no address. */
const readingOf = ({ name, street, street2, zip, city, phone, email, vat }: Address): string =>
  createHash('sha256')
    .update(JSON.stringify([name, street, street2, zip, city, phone, email, vat]))
    .digest('base64url')
    .slice(0, 22);

/** Days on which changes of these addresses were requested, by address id. */
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
