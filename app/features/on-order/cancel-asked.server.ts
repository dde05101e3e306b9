/**
 * Cancellations that were asked for and are not carried out yet: the ERP tells its sales team, the quantities follow
 * later (contract/erp.md 19.3). Until they do, the shop remembers, so that nobody asks for the same pieces again.
 */
import { z } from 'zod';
import { ownerHash } from '~/page/owner-hash.server';
import type { CustomerRequest } from '~/page/page';
import type { OnOrderLine } from './on-order';

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

/** By line: pieces asked for, and what was in backorder then; another number means that the ERP has moved on. */
const Asked = z.record(z.string(), z.object({ pieces: z.number(), inBackorder: z.number() }));

const ttlSeconds = 14 * 24 * 60 * 60;
/** Another tab may write at the same time. */
const attempts = 3;

const keyOf = ({ customer }: Page): string => `cancel-asked:${ownerHash(customer.owner)}`;

async function stored(page: Page) {
  const found = await page.context.keyValueStore.read(keyOf(page));
  return {
    version: found?.version ?? null,
    asked: found ? Asked.parse(JSON.parse(found.value)) : {},
  };
}

/** The same lines, each with the pieces that are about to be cancelled. */
export async function withAsked<L extends OnOrderLine>(
  page: Page,
  lines: readonly L[],
): Promise<L[]> {
  const { asked } = await stored(page);
  return lines.map((line) => {
    const known = asked[line.id];
    return known?.inBackorder === line.inBackorder ? { ...line, asked: known.pieces } : line;
  });
}

/** Pieces whose cancellation was asked for on a line, which may be gone with them; 0: none that is remembered. */
export async function piecesAsked(page: Page, lineId: number): Promise<number> {
  return (await stored(page)).asked[lineId]?.pieces ?? 0;
}

export async function noteAsked(page: Page, line: OnOrderLine, quantity: number): Promise<void> {
  const { id, inBackorder, asked: before } = line;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { version, asked } = await stored(page);
    const value = JSON.stringify({ ...asked, [id]: { pieces: before + quantity, inBackorder } });
    const options = { version, ttlSeconds };
    if (await page.context.keyValueStore.write(keyOf(page), value, options)) return;
  }
}
