/**
 * Reads quotations (contract/erp.md 6.13, 17.1). A quotation is a Sale; an accepted one is an order with the same id
 * and is no longer listed here.
 *
 * A server with only the published modules sends no `quotation_state` and ignores the filter (17.4). For another
 * customer's quotation it responds 403, which the shop turns into 404. The filter `client_order_ref` means "contains".
 */
import { z } from 'zod';
import { count, readable } from '~/base/erp/wire-fields.server';
import { OrderWire, toOrder } from '~/ordering/orders/order-wire.server';
import { ordersOnAccount, saleKinds, type SaleKinds } from '~/ordering/payment/sale-kinds.server';
import { findRecord, listRecords } from '~/base/erp/calls.server';
import { isMissing } from '~/base/erp/capabilities.server';
import type { CustomerRequest } from '~/base/page/page';
import { isQuotationState, sameReference, type Quotation, type QuotationState } from './quotation';

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

export const QuotationWire = OrderWire.transform((wire): Quotation => {
  const { quotation_state: state } = wire.sale;
  return {
    ...toOrder(wire),
    quotationState: isQuotationState(state) ? state : null,
    saleState: wire.sale.state === 'sent' ? 'answered' : null,
  };
});

/**
 * The recorded kinds of these sales. The ERP may also list an order on account as a quotation, so the shop reads the
 * record of those orders if a sale has no other kind.
 */
async function kindsOf(page: Page, sales: readonly Quotation[]): Promise<SaleKinds> {
  const kinds = await saleKinds(page);
  if (sales.every(({ quotationState, name }) => quotationState !== null || kinds.has(name)))
    return kinds;
  const placed = [...(await ordersOnAccount(page))].map((name) => [name, 'placed'] as const);
  return new Map([...placed, ...kinds]);
}

/**
 * The quotation with the kind of sale that this shop recorded. Null when the sale is not a quotation but an order of
 * this shop, such as one that waits for payment (contract/erp.md 27). `answered` counts only for quotations that this
 * shop requested, because `sent` is also the state of such an order.
 */
function withSaleKind(quotation: Quotation, kinds: SaleKinds): Quotation | null {
  if (quotation.quotationState !== null) return { ...quotation, saleState: null };
  const kind = kinds.get(quotation.name);
  if (kind === 'placed') return null;
  return { ...quotation, saleState: kind === 'asked' ? (quotation.saleState ?? 'asked') : null };
}

const QuotationsPage = z.object({
  count,
  items: readable(QuotationWire),
});

interface QuotationList {
  total: number;
  items: readonly Quotation[];
}

/** A page of the customer's quotations; null when this ERP has no quotations. */
export async function listQuotations(
  page: Page,
  query: { page: number; size: number; state: QuotationState | null; reference?: string },
): Promise<QuotationList | null> {
  const list = await listRecords(
    page.context,
    {
      path: 'quotations',
      query: {
        page: query.page,
        page_size: query.size,
        quotation_state: query.state ?? undefined,
        client_order_ref: query.reference,
      },
    },
    QuotationsPage,
    { count: 0, items: [] },
  );
  if (!list) return null;
  const { count, items: found } = list;
  if (found.every(({ quotationState }) => quotationState !== null))
    return { total: count, items: found };
  const kinds = await kindsOf(page, found);
  const items = found.map((one) => withSaleKind(one, kinds)).filter((one) => one !== null);
  return { total: count - (found.length - items.length), items };
}

/** One quotation; null when this customer has no such quotation. */
export async function findQuotation(page: Page, id: number): Promise<Quotation | null> {
  const call = { path: 'quotations/{id}', params: { id } };
  const found = await findRecord(page.context, call, QuotationWire);
  return found?.quotationState === null ? withSaleKind(found, await kindsOf(page, [found])) : found;
}

export const createCall = 'POST quotations/create';

/** Whether the shop can create and fill quotations, or only request one from the cart. */
export async function canStart(
  { context }: Pick<Page, 'context'>,
  known: QuotationList | null,
): Promise<boolean> {
  if (await isMissing(context, createCall)) return false;
  return known?.items[0]?.quotationState !== null;
}

const draftsShown = 50;

/** Draft quotations to which the customer can add a product; null when the shop cannot fill quotations. */
export async function listDrafts(page: Page): Promise<readonly Quotation[] | null> {
  if (await isMissing(page.context, createCall)) return null;
  const found = await listQuotations(page, { page: 1, size: draftsShown, state: 'draft' });
  if (found === null || !(await canStart(page, found))) return null;
  return found.items.filter(({ quotationState }) => quotationState === 'draft');
}

const twinsRead = 100;

/** Finds another quotation with this reference, because the ERP does not check that references are unique (17.2). */
export async function findByReference(
  page: Page,
  reference: string,
  except: number | null = null,
): Promise<Quotation | null> {
  const found = await listQuotations(page, {
    page: 1,
    size: twinsRead,
    state: null,
    reference: reference.trim().replace(/\s+/g, ' '),
  });
  return found ? sameReference(found.items, reference, except) : null;
}
