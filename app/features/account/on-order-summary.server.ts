/** The newest products that are still to come (contract/erp.md 19.1), for the dashboard. */
import { z } from 'zod';
import type { PageRequest } from '~/http/page';

export interface AwaitedProduct {
  id: number;
  description: string;
  orderRef: string;
  pieces: number;
}
export interface OnOrderSummary {
  total: number;
  newest: readonly AwaitedProduct[];
}

const OnOrderWire = z.object({
  size: z.int().nonnegative(),
  data: z.array(
    z.object({
      order_line_id: z.int(),
      description: z.string(),
      order_ref: z.string(),
      qty_to_deliver: z.number(),
    }),
  ),
});

/** Null where the back office has no such call. */
export async function findOnOrderSummary(
  { context }: Pick<PageRequest, 'context'>,
  count: number,
): Promise<OnOrderSummary | null> {
  const answer = await context.erp.call(
    { path: 'products_on_order', query: { page: 1, per_page: count } },
    OnOrderWire,
  );
  if (answer.kind !== 'ok') return null;
  return {
    total: answer.body.size,
    newest: answer.body.data.slice(0, count).map((line) => ({
      id: line.order_line_id,
      description: line.description,
      orderRef: line.order_ref,
      pieces: line.qty_to_deliver,
    })),
  };
}
