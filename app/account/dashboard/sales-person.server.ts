/**
 * The customer's sales representative (contract/erp.md 8.4), cached for a day under the customer number.
 *
 * An ERP with only the published modules lacks this call (404); the page then shows nothing. Without a representative,
 * the ERP returns the company's own name and address. The shop uses only the name and the telephone number.
 */
import { z } from 'zod';
import { findRecord } from '~/base/erp/calls.server';
import { maybe, text } from '~/base/erp/wire-fields.server';
import { cachedCallMs } from '~/base/page/optional';
import type { CustomerRequest } from '~/base/page/page';

export interface SalesPerson {
  name: string;
  phone: string | null;
}

const dayMs = 86_400_000;

const SalesPersonWire = z.object({
  name: z.string().min(1),
  address: maybe(z.object({ phone: text, mobile: text })),
});

export async function findSalesPerson({
  context,
  customer,
}: CustomerRequest): Promise<SalesPerson | null> {
  return context.cache.get(
    `sales-person:${customer.ref ?? customer.owner}`,
    { freshMs: dayMs, staleMs: 0 },
    async () => {
      const found = await findRecord(
        context,
        { path: 'customer/sales_person', timeoutMs: cachedCallMs },
        SalesPersonWire,
      );
      if (found === null) return null;
      const { name, address } = found;
      return { name, phone: address?.phone ?? address?.mobile ?? null };
    },
  );
}
