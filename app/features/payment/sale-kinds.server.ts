/**
 * What this shop knows of a sale that a released ERP cannot tell (contract/erp.md 27): a requested quotation and
 * an order that waits for its payment look alike there, and both are in `GET sales` and in `GET quotations`. The
 * shop made them, so it remembers by their number which was which; the last word holds, as a cart whose payment
 * was given up may become a quotation.
 */
import { z } from 'zod';
import { customerRecord } from '~/page/customer-record.server';
import type { CustomerRequest } from '~/page/page';
import { isUpstreamFailure } from '~/kernel/failure';

export type SaleKind = 'asked' | 'placed';
export type SaleKinds = ReadonlyMap<string, SaleKind>;

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

const Stored = z.array(z.tuple([z.string(), z.enum(['asked', 'placed'])]));
const rememberedSales = 300;
const record = customerRecord({
  // What cannot be read says nothing of a sale, and fails none.
  ...{ name: 'sale-kinds', schema: Stored.catch([]), empty: [] },
  ttlSeconds: 400 * 24 * 60 * 60,
});

export const saleKinds = async (page: Page): Promise<SaleKinds> => new Map(await record.read(page));

/** Never fails the order or the quotation that it notes. */
export async function noteSale(page: Page, name: string, kind: SaleKind): Promise<void> {
  if (name === '') return;
  try {
    await record.update(page, (sales) => {
      if (new Map(sales).get(name) === kind) return null;
      const others = sales.filter(([one]) => one !== name).slice(1 - rememberedSales);
      return [...others, [name, kind]];
    });
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.warn(
      { event: 'sale_kind.not_kept', kind, reason: error.reason },
      'the kind of a sale could not be remembered',
    );
  }
}
