/** Finds and creates open carts (contract/erp.md section 9 and 10.2). With a quirk a customer may have several. */
import { randomUUID } from 'node:crypto';
import type { Call, CustomerCall, ErpState } from '../call';
import { canonicalUuid, uuidProblem } from '../protocol/fields';
import { notFound } from '../protocol/exchange';
import { defaultDeliveryAddressId } from '../store/addresses';
import type { CustomerRecord, SaleRecord } from '../store/records';

const NEWEST_FIRST = 'date_order DESC, id DESC';

export function newestOpenCart(erp: ErpState, customerId: number): SaleRecord | null {
  return erp.store.sales.first({ customer: customerId, open_cart: 1 }, NEWEST_FIRST);
}

export function openCartByUuid(erp: ErpState, customerId: number, uuid: string): SaleRecord | null {
  return erp.store.sales.first({ customer: customerId, open_cart: 1, uuid }, NEWEST_FIRST);
}

const SALE_SERIES_START = 100_001;

/** Creates a cart, order or quotation. All three share one series of ids and numbers. */
export function newSale(
  erp: ErpState,
  customer: CustomerRecord,
  kind: Pick<SaleRecord, 'typology' | 'quotationState'>,
): SaleRecord {
  const id = erp.store.next('sale', SALE_SERIES_START);
  return {
    id,
    uuid: randomUUID(),
    customerId: customer.id,
    name: `S${String(id).padStart(5, '0')}`,
    ...kind,
    raw: 'draft',
    clientOrderRef: null,
    dateOrder: erp.clock.naive(),
    dateCommitment: null,
    note: null,
    channel: 'web',
    suiteName: null,
    importWarning: null,
    deliveryAddressId: defaultDeliveryAddressId(erp, customer),
    invoicingAddressId: customer.id,
    carrierId: null,
    codes: [],
    paymentMode: null,
    invoices: [],
    lines: [],
  };
}

export function newCart(erp: ErpState, customer: CustomerRecord): SaleRecord {
  return newSale(erp, customer, { typology: 'cart', quotationState: null });
}

/** The uuid in a cart path, in canonical form; null for `current` and for the short path. */
export function pathUuid(call: Call): string | null {
  return call.params['uuid'] ?? null;
}

/**
 * The cart that an action changes. With the quirk `action-uuid-ignored` the uuid in the path has no effect; without it,
 * a uuid of no open cart is a 404.
 */
export function cartForAction(call: CustomerCall): SaleRecord | null {
  const { erp, customer } = call;
  const asked = pathUuid(call) ?? call.params['any'] ?? null;
  if (asked === null || erp.quirks.has('action-uuid-ignored'))
    return newestOpenCart(erp, customer.id);
  const uuid = uuidProblem(asked) ? asked : canonicalUuid(asked);
  const found = openCartByUuid(erp, customer.id, uuid);
  if (!found) throw notFound('No cart found');
  return found;
}
