/**
 * Cancellations that were asked for and are not carried out yet: the ERP tells its sales team, the quantities follow
 * later (contract/erp.md 19.3). Until they do, the shop remembers, so that nobody asks for the same pieces again.
 */
import { z } from 'zod';
import { customerRecord } from '~/base/page/customer-record.server';
import type { CustomerRequest } from '~/base/page/page';
import type { OnOrderLine } from './on-order';

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

/**
 * By line: pieces asked for, and what was in backorder and to be delivered then; another number means that the ERP has
 * moved on. Records of an earlier release lack the second.
 */
const Asked = z.record(
  z.string(),
  z.object({ pieces: z.number(), inBackorder: z.number(), toDeliver: z.number().optional() }),
);

const record = customerRecord({
  ...{ name: 'cancel-asked', schema: Asked, empty: {} },
  ttlSeconds: 14 * 24 * 60 * 60,
});

/** The same lines, each with the pieces that are about to be cancelled. */
export async function withAsked<L extends OnOrderLine>(
  page: Page,
  lines: readonly L[],
): Promise<L[]> {
  const asked = await record.read(page);
  return lines.map((line) => {
    const known = asked[line.id];
    return known?.inBackorder === line.inBackorder ? { ...line, asked: known.pieces } : line;
  });
}

/** The same for lines of an order, by their id. */
export async function askedOfOrder(
  page: Page,
  lines: readonly { id: number; open: number | null }[],
): Promise<ReadonlyMap<number, number>> {
  const asked = await record.read(page);
  return new Map(
    lines.flatMap(({ id, open }) => {
      const known = asked[id];
      return known && known.toDeliver === open ? [[id, known.pieces] as const] : [];
    }),
  );
}

/** Pieces whose cancellation was asked for on a line, which may be gone with them; 0: none that is remembered. */
export async function piecesAsked(page: Page, lineId: number): Promise<number> {
  return (await record.read(page))[lineId]?.pieces ?? 0;
}

export const noteAsked = (
  page: Page,
  { id, inBackorder, toDeliver, asked: before }: OnOrderLine,
  quantity: number,
): Promise<void> =>
  record.update(page, (asked) => ({
    ...asked,
    [id]: { pieces: before + quantity, inBackorder, toDeliver },
  }));
