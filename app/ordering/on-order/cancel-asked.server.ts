/**
 * Remembers requested cancellations that are not carried out yet. The ERP notifies its sales team, and the quantities
 * change later (contract/erp.md 19.3). Until then, the shop prevents a second request for the same pieces.
 */
import { z } from 'zod';
import { customerRecord } from '~/base/page/customer-record.server';
import type { CustomerRequest } from '~/base/page/page';
import type { OnOrderLine } from './on-order';

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

/**
 * By line id: requested pieces, and the quantities in backorder and to deliver at that time. A different quantity means
 * that the ERP has processed the line. `toDeliver` is absent in records of an earlier release.
 */
const Asked = z.record(
  z.string(),
  z.object({ pieces: z.number(), inBackorder: z.number(), toDeliver: z.number().optional() }),
);

const record = customerRecord({
  name: 'cancel-asked',
  schema: Asked,
  empty: {},
  ttlSeconds: 14 * 24 * 60 * 60,
});

/** Adds to each line the pieces whose cancellation is pending. */
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

/** Pieces with a pending cancellation, by line id, for lines of an order. */
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

/**
 * Pieces of a line whose cancellation was requested in this shop; 0: none known. The line may no longer be on order.
 */
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
