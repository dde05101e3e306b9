/**
 * Remembers the kind of sales that an ERP with only the published modules cannot tell apart (contract/erp.md 27). A
 * requested quotation and an order that waits for payment look alike there, and are both in `GET sales` and in
 * `GET quotations`. The shop created them, so it stores their kind by number. The last kind wins, because a cart whose
 * payment was abandoned may become a quotation. The ERP also does not report which orders were confirmed on account.
 */
import { z } from 'zod';
import { customerRecord } from '~/base/page/customer-record.server';
import type { CustomerRequest } from '~/base/page/page';
import { isUpstreamFailure } from '~/base/kernel/failure';

type SaleKind = 'asked' | 'placed';
export type SaleKinds = ReadonlyMap<string, SaleKind>;

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

const Stored = z.array(z.tuple([z.string(), z.enum(['asked', 'placed'])]));
const rememberedSales = 300;
const ttlSeconds = 400 * 24 * 60 * 60;
const record = customerRecord({
  // A record that cannot be parsed counts as empty and never fails a sale.
  name: 'sale-kinds',
  schema: Stored.catch([]),
  empty: [],
  ttlSeconds,
});
const onAccount = customerRecord({
  name: 'on-account',
  schema: z.array(z.string()).catch([]),
  empty: [],
  ttlSeconds,
});

export const saleKinds = async (page: Page): Promise<SaleKinds> => new Map(await record.read(page));

/** Numbers of the orders that this shop confirmed on account. */
export const ordersOnAccount = async (page: Page): Promise<ReadonlySet<string>> =>
  new Set(await onAccount.read(page));

export const noteSale = (page: Page, name: string, kind: SaleKind): Promise<void> =>
  kept(page, name, kind, () =>
    record.update(page, (sales) => {
      if (new Map(sales).get(name) === kind) return null;
      const others = sales.filter(([one]) => one !== name).slice(1 - rememberedSales);
      return [...others, [name, kind]];
    }),
  );

export const noteOnAccount = (page: Page, name: string): Promise<void> =>
  kept(page, name, 'on-account', () =>
    onAccount.update(page, (names) =>
      names.includes(name) ? null : [...names.slice(1 - rememberedSales), name],
    ),
  );

/** Stores the kind of a sale. A failure of the store never fails the order or the quotation. */
async function kept(
  page: Page,
  name: string,
  kind: SaleKind | 'on-account',
  update: () => Promise<void>,
): Promise<void> {
  if (name === '') return;
  try {
    await update();
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.warn(
      { event: 'sale_kind.not_kept', kind, reason: error.reason },
      'the kind of a sale could not be remembered',
    );
  }
}
