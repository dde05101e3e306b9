/**
 * The customer's addresses (contract/erp.md 13): two plain arrays. A server without these lists leaves the
 * cart's own addresses as the only choice.
 */
import { z } from 'zod';
import { readPart } from '~/erp/calls.server';
import type { Address } from '~/features/cart/cart';
import { AddressWire, toAddress } from '~/features/cart/wire/cart-wire.server';
import { withCountries } from './countries.server';
import type { CustomerRequest } from '~/page/page';
import { present, subjectPart, type Part } from '~/page/optional';

const Addresses = z.array(AddressWire.nullable().catch(null)).transform((items) =>
  items.flatMap((item) => {
    const address = toAddress(item);
    return address ? [address] : [];
  }),
);

type Page = Pick<CustomerRequest, 'context' | 'locale'>;

export const listAddresses = (
  page: Page,
  type: 'delivery' | 'invoicing',
): Promise<Part<readonly Address[]>> =>
  subjectPart(page, `${type} addresses`, async () => {
    const part = await readPart(page.context, { path: `addresses/${type}` }, Addresses, []);
    return part.kind === 'ok' ? present(await withCountries(page, part.value)) : part;
  });
