/**
 * Products on order and cancellation of backorders (contract/erp.md 6.19, 19.1 to 19.3). The ERP calls belong to the
 * customer's own modules; an ERP with only the published modules has none. Contrary to the contract, a rejected
 * cancellation is a 200 with `status: false` and its reason. An accepted one only notifies the sales team; the
 * quantities change later.
 */
import { z } from 'zod';
import { findRecord, listIfInstalled } from '~/base/erp/calls.server';
import { count, flag, number, pieces, text, readable } from '~/base/erp/wire-fields.server';
import { instantFrom } from '~/base/kernel/wire-date';
import type { CustomerRequest } from '~/base/page/page';
import { noteAsked, withAsked } from './cancel-asked.server';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { Kind, OnOrderLine, OnOrderQuery } from './on-order';

const LineWire = z
  .object({
    order_line_id: z.int(),
    product_id: z.int(),
    description: text,
    order_ref: text,
    customer_ref: text,
    order_date: text,
    qty_ordered: pieces,
    qty_to_deliver: pieces,
    qty_in_backorder: number,
    is_mto: flag,
  })
  .transform((wire): OnOrderLine => ({
    id: wire.order_line_id,
    productId: wire.product_id,
    description: wire.description ?? '',
    orderRef: wire.order_ref ?? '',
    reference: wire.customer_ref,
    orderedAt: instantFrom(wire.order_date),
    ordered: wire.qty_ordered,
    toDeliver: wire.qty_to_deliver,
    inBackorder: wire.qty_in_backorder ?? 0,
    isMadeToOrder: wire.is_mto,
    asked: 0,
  }));

const LinesWire = z.object({ size: count, data: readable(LineWire) });

export interface OnOrderList {
  total: number;
  items: readonly OnOrderLine[];
}

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

const restricts: Readonly<Record<Kind, readonly string[]>> = {
  all: [],
  waiting: ['has_backorder', 'is_mto'],
  mto: ['is_mto'],
};

/** Lines still to be delivered, newest order first; null when this ERP does not report them. */
export async function listOnOrder(
  page: Page,
  query: OnOrderQuery,
  timeoutMs?: number,
): Promise<OnOrderList | null> {
  const found = await listIfInstalled(
    page.context,
    {
      path: 'products_on_order',
      query: {
        page: query.page,
        per_page: query.size,
        families: query.families,
        restricts: restricts[query.kind],
      },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    },
    LinesWire,
    { size: 0, data: [] },
  );
  return found && { total: found.size, items: await withAsked(page, found.data) };
}

/** Returns the order line; null when it is unknown, another customer's, or fully delivered. */
export async function findOnOrder(page: Page, id: number): Promise<OnOrderLine | null> {
  const call = { path: 'products_on_order/{id}', params: { id } };
  const found = await findRecord(page.context, call, LineWire);
  const [line = null] = found ? await withAsked(page, [found]) : [];
  return line;
}

const CancelWire = z.object({ status: z.boolean(), error_msg: text });

export type CancelRefusal =
  { kind: 'gone' } | { kind: 'range'; max: number } | { kind: 'refused'; reason: string };

const maxReason = 200;

/** Requests the cancellation of `quantity` pieces. */
export async function cancelBackorder(
  page: Page,
  line: OnOrderLine,
  quantity: number,
): Promise<Outcome<string, CancelRefusal>> {
  const answer = await page.context.erp.call(
    {
      method: 'POST',
      path: 'products_on_order/cancel/{id}',
      params: { id: line.id },
      body: { quantity },
    },
    CancelWire,
  );
  if (answer.kind === 'refused') {
    if (answer.status === 404 || answer.status === 403) return refused({ kind: 'gone' });
    return refused({ kind: 'refused', reason: '' });
  }
  if (answer.kind === 'ok' && !answer.body.status)
    return refused({ kind: 'refused', reason: (answer.body.error_msg ?? '').slice(0, maxReason) });
  await noteAsked(page, line, quantity);
  return done(String(quantity));
}
