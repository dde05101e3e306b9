/**
 * JSON shapes of DeliveryInfo and the pickings of a sale (contract/erp.md 6.6), with both pairs of key names for the
 * same values.
 */
import type { Lang } from '../../world';
import type { ErpState } from '../call';
import { addressShape } from '../account/address-shape';
import { feesOf, threeAmounts } from '../sale/amount-shapes';
import { deliveryCents, isGoods } from '../sale/amounts';
import type { LineRecord, SaleRecord } from '../store/records';
import { carrierById, carrierShape, methodShape } from './carriers';

function address(erp: ErpState, id: number, lang: Lang, role: 'invoicing' | 'delivery') {
  const found = erp.store.addresses.get(id);
  return found ? addressShape(erp, found, lang, role) : null;
}

function pickingLine(erp: ErpState, lang: Lang, state: string, line: LineRecord) {
  return {
    product_id: line.productId,
    product_name: erp.variants.name(line.productId, lang) ?? line.name,
    state,
    qty: line.qty,
    qty_done: line.qtyDelivered,
  };
}

/** One transfer per order: `done` once every piece is delivered or cancelled, otherwise `assigned`. */
function pickings(erp: ErpState, sale: SaleRecord, lang: Lang) {
  const confirmed = sale.typology === 'sale' && (sale.raw === 'sale' || sale.raw === 'done');
  if (!confirmed) return [];
  const goods = sale.lines.filter(isGoods);
  const done = goods.every((line) => line.qtyDelivered + line.qtyCanceled >= line.qty);
  const state = done ? 'done' : 'assigned';
  const carrier = carrierById(sale.carrierId);
  const tracking = goods.some((line) => line.qtyDelivered > 0) ? `VS${sale.id}BE` : null;
  return [
    {
      delivery_id: sale.id,
      name: `WH/OUT/${String(sale.id).padStart(5, '0')}`,
      state,
      tracking_reference: tracking,
      tracking_url: tracking ? `https://suivi.example/colis/${tracking}` : null,
      delivery_date: sale.dateCommitment ?? sale.dateOrder,
      carrier: carrier ? carrierShape(carrier, lang) : null,
      sale_id: sale.id,
      lines: goods.map((line) => pickingLine(erp, lang, state, line)),
    },
  ];
}

export function deliveryShape(erp: ErpState, sale: SaleRecord, lang: Lang) {
  const { quirks } = erp;
  const carrier = carrierById(sale.carrierId);
  const released = quirks.has('released-shapes');
  const amounts = threeAmounts(deliveryCents(sale), quirks);
  const base = {
    address: address(erp, sale.deliveryAddressId, lang, 'delivery'),
    amount: carrier || released ? amounts : null,
    selected_carrier: carrier ? carrierShape(carrier, lang) : null,
    pickings: pickings(erp, sale, lang),
  };
  if (released) return base;
  return {
    ...base,
    method: carrier ? methodShape(carrier, lang) : null,
    fees: carrier ? feesOf(sale, quirks) : null,
  };
}

export function invoicingShape(erp: ErpState, sale: SaleRecord, lang: Lang) {
  return { address: address(erp, sale.invoicingAddressId, lang, 'invoicing') };
}
