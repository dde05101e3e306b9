/** Simulates what ERP users do to records, and faults in the ERP's data (contract/erp.md section 21). */
import type { ErpState } from './call';
import { placeOrder } from './cart/checkout';
import { applyChanges, nextLineId } from './cart/lines';
import { newCart as makeCart } from './cart/open-carts';
import { withoutDelivery } from './delivery/choose';
import { badRequest, missing, notFound } from './protocol/exchange';
import { isGoods } from './sale/amounts';
import { ensureInvoice } from './sale/invoicing';
import type { AdRecord, CustomerRecord, SaleRecord } from './store/records';

interface CustomerPatch {
  can_order?: boolean | undefined;
  rebate_visible?: boolean | undefined;
  groups?: number[] | undefined;
  doubled_email?: boolean | undefined;
}

export interface RecordControl {
  /** Closes the open cart from elsewhere: the customer orders it on another device, or the ERP cancels or sends it. */
  replaceCart(uuid: string, how?: 'ordered' | 'cancelled' | 'sent'): void;
  addCartLine(uuid: string, line: { type: 'section' | 'note'; name: string }): void;
  /** Changes the cart from elsewhere, without waiting for locks and queues. */
  changeCart(uuid: string, lines: readonly { product_id: number; qty: number }[]): void;
  newCart(customerId: number, lines: readonly { product_id: number; qty: number }[]): SaleRecord;
  /**
   * Sets an old net price in euros on the lines of a product: the published modules price a line when they write it.
   */
  oldPrice(uuid: string, productId: number, net: number): void;
  cartsOf(customerId: number): SaleRecord[];
  /** Returns the stored order. */
  orderOf(saleId: number): SaleRecord;
  sendQuotation(id: number): void;
  /** Sets an order back to Odoo's raw state `sent`, in which the published modules list it among the quotations. */
  unconfirmOrder(saleId: number): void;
  /** Ids of published ads, whatever their dates. */
  publishedAds(): number[];
  publishAd(id: number): void;
  refuseAd(id: number, reason: string): void;
  /** Delivers the remaining quantities, or those named. */
  deliver(saleId: number, lines?: readonly { line_id: number; qty: number }[]): void;
  invoice(saleId: number): { id: number; name: string; date: string | null };
  changeCustomer(id: number, patch: CustomerPatch): void;
}

export function createRecordControl(erp: ErpState): RecordControl {
  const { store } = erp;

  function openCart(uuid: string): SaleRecord {
    const cart = store.sales.first({ open_cart: 1, uuid: uuid.toLowerCase() });
    if (!cart) throw notFound('No cart found');
    return cart;
  }

  function customer(id: number): CustomerRecord {
    const found = store.customers.get(id);
    if (!found) throw missing();
    return found;
  }

  function sale(id: number, typology: SaleRecord['typology']): SaleRecord {
    const found = store.sales.get(id);
    if (!found || found.typology !== typology) throw missing();
    return found;
  }

  function changed(cart: SaleRecord, lines: readonly { product_id: number; qty: number }[]) {
    const owner = customer(cart.customerId);
    if (lines.some((line) => !erp.variants.get(line.product_id))) throw missing();
    const changes = lines.map(({ product_id, qty }) => ({
      productId: product_id,
      qty,
      options: null,
    }));
    const edited = applyChanges(erp, owner, owner.lang, cart, changes);
    return store.sales.put(withoutDelivery(erp, owner, edited));
  }

  function ad(id: number): AdRecord {
    const found = store.ads.get(id);
    if (!found) throw missing();
    if (found.state !== 'pending') throw badRequest('This ad is not pending');
    return found;
  }

  const acts: RecordControl = {
    replaceCart(uuid, how = 'ordered') {
      const cart = openCart(uuid);
      if (how === 'ordered') placeOrder(erp, customer(cart.customerId), cart, 'sale');
      else store.sales.put({ ...cart, raw: how === 'sent' ? 'sent' : 'cancel' });
    },
    addCartLine(uuid, { type, name }) {
      const cart = openCart(uuid);
      const blank = { qty: 0, gross: 0, rate: 0, net: 0, taxRate: 0, qtyDelivered: 0 };
      const rest = { qtyCanceled: 0, qtyBackorder: 0, qtyUnavailable: 0, options: null };
      const line = { id: nextLineId(erp), productId: 0, type, name, ...blank, ...rest };
      store.sales.put({ ...cart, lines: [...cart.lines, line] });
    },
    changeCart: (uuid, lines) => {
      changed(openCart(uuid), lines);
    },
    oldPrice(uuid, productId, net) {
      const cart = openCart(uuid);
      const lines = cart.lines.map((line) =>
        line.productId === productId ? { ...line, net } : line,
      );
      store.sales.put({ ...cart, lines });
    },
    newCart: (customerId, lines) => changed(makeCart(erp, customer(customerId)), lines),
    cartsOf: (customerId) => store.sales.find({ customer: customerId, open_cart: 1 }),
    orderOf: (saleId) => sale(saleId, 'sale'),
    sendQuotation(id) {
      const quotation = sale(id, 'quote');
      if (quotation.quotationState !== 'customer_request')
        throw badRequest('This quotation was not requested');
      store.sales.put({ ...quotation, raw: 'sent', quotationState: 'waiting_acceptation' });
    },
    unconfirmOrder: (saleId) => {
      store.sales.put({ ...sale(saleId, 'sale'), raw: 'sent' });
    },
    publishedAds: () => store.ads.find({ state: 'published' }).map(({ id }) => id),
    publishAd: (id) => {
      store.ads.put({ ...ad(id), state: 'published' });
    },
    refuseAd: (id, reason) => {
      store.ads.put({ ...ad(id), state: 'cancel', rejectionReason: reason });
    },
    deliver(saleId, lines) {
      const found = sale(saleId, 'sale');
      const delivered = found.lines.map((line) => {
        if (!isGoods(line)) return line;
        const left = line.qty - line.qtyDelivered - line.qtyCanceled;
        const named = lines?.find((entry) => entry.line_id === line.id);
        const now = lines ? Math.min(left, named?.qty ?? 0) : left;
        const qtyDelivered = line.qtyDelivered + now;
        const open = line.qty - qtyDelivered - line.qtyCanceled;
        return { ...line, qtyDelivered, qtyBackorder: Math.min(line.qtyBackorder, open) };
      });
      const finished = delivered
        .filter(isGoods)
        .every((line) => line.qtyDelivered + line.qtyCanceled >= line.qty);
      store.sales.put({ ...found, lines: delivered, raw: finished ? 'done' : found.raw });
    },
    invoice: (saleId) => ensureInvoice(erp, sale(saleId, 'sale')),
    changeCustomer(id, patch) {
      const found = customer(id);
      store.customers.put({
        ...found,
        canOrder: patch.can_order ?? found.canOrder,
        rebateVisible: patch.rebate_visible ?? found.rebateVisible,
        groups: patch.groups ?? found.groups,
        doubledEmail: patch.doubled_email ?? found.doubledEmail,
      });
    },
  };
  return acts;
}
