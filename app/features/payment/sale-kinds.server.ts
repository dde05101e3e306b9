/**
 * What this shop knows of a sale that a released ERP cannot tell (contract/erp.md 27): a requested quotation and
 * an order that waits for its payment look alike there, and both are in `GET sales` and in `GET quotations`. The
 * shop made them, so it remembers by their number which was which; the last word holds, as a cart whose payment
 * was given up may become a quotation.
 */
import { z } from 'zod';
import { ownerHash } from '~/page/owner-hash.server';
import type { CustomerRequest } from '~/page/page';
import { isUpstreamFailure } from '~/kernel/failure';

export type SaleKind = 'asked' | 'placed';
export type SaleKinds = ReadonlyMap<string, SaleKind>;

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

const Stored = z.array(z.tuple([z.string(), z.enum(['asked', 'placed'])]));
const rememberedSales = 300;
const rememberedSeconds = 400 * 24 * 60 * 60;
const tries = 4;

const keyOf = ({ customer }: Page): string => `sale-kinds:${ownerHash(customer.owner)}`;

async function stored(page: Page): Promise<{ version: number | null; kinds: SaleKinds }> {
  const found = await page.context.keyValueStore.read(keyOf(page));
  if (!found) return { version: null, kinds: new Map() };
  const parsed = Stored.safeParse(JSON.parse(found.value));
  return { version: found.version, kinds: new Map(parsed.success ? parsed.data : []) };
}

export const saleKinds = async (page: Page): Promise<SaleKinds> => (await stored(page)).kinds;

/** Never fails the order or the quotation that it notes. */
export async function noteSale(page: Page, name: string, kind: SaleKind): Promise<void> {
  if (name === '') return;
  try {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const { version, kinds } = await stored(page);
      if (kinds.get(name) === kind) return;
      const others = [...kinds].filter(([one]) => one !== name).slice(1 - rememberedSales);
      const value = JSON.stringify([...others, [name, kind]]);
      const options = { version, ttlSeconds: rememberedSeconds };
      if (await page.context.keyValueStore.write(keyOf(page), value, options)) return;
    }
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.warn(
      { event: 'sale_kind.not_kept', kind, reason: error.reason },
      'the kind of a sale could not be remembered',
    );
  }
}
