/**
 * The customer's addresses (contract/erp.md 13): two plain arrays. A server without these lists leaves the
 * cart's own addresses as the only choice.
 */
import { z } from 'zod';
import type { Address } from '~/features/cart/cart';
import { AddressWire, toAddress } from '~/features/cart/wire/cart-wire.server';
import { withCountries } from './countries.server';
import { isNotInstalled } from '~/erp/capabilities.server';
import type { CustomerRequest } from '~/page/page';
import { absent, present, subjectPart, type Part } from '~/page/optional';

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
    const answer = await page.context.erp.call({ path: `addresses/${type}` }, Addresses);
    if (answer.kind === 'refused') return isNotInstalled(answer) ? absent : { kind: 'unavailable' };
    return present(answer.kind === 'ok' ? await withCountries(page, answer.body) : []);
  });
