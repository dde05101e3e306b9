/**
 * The customer's addresses (contract/erp.md 13): the ERP returns two plain arrays. If the ERP lacks these calls, only
 * the addresses of the cart itself can be chosen.
 */
import { z } from 'zod';
import { readPart } from '~/base/erp/calls.server';
import type { Address } from '~/ordering/cart/cart';
import { AddressWire, toAddress } from '~/ordering/cart/wire/cart-wire.server';
import { askedChanges } from './asked-changes.server';
import { withCountries } from './countries.server';
import type { CustomerRequest } from '~/base/page/page';
import { present, loadRequiredPart, type Part } from '~/base/page/optional';

const Addresses = z.array(AddressWire.nullable().catch(null)).transform((items) =>
  items.flatMap((item) => {
    const address = toAddress(item);
    return address ? [address] : [];
  }),
);

type Page = Pick<CustomerRequest, 'context' | 'customer' | 'locale'>;

export const listAddresses = (
  page: Page,
  type: 'delivery' | 'invoicing',
): Promise<Part<readonly Address[]>> =>
  loadRequiredPart(page, `${type} addresses`, async () => {
    const part = await readPart(page.context, { path: `addresses/${type}` }, Addresses, []);
    if (part.kind !== 'ok') return part;
    const [addresses, asked] = await Promise.all([
      withCountries(page, part.value),
      askedChanges(page, part.value),
    ]);
    return present(addresses.map((one) => ({ ...one, changeAsked: asked.get(one.id) ?? null })));
  });
