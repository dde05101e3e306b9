/** Sets and removes the delivery choice of a cart (contract/erp.md 9.2, 9.8, 9.9, 10.4). */
import type { Lang } from '../../world';
import type { ErpState } from '../call';
import { nextLineId } from '../cart/lines';
import { defaultDeliveryAddressId } from '../store/addresses';
import type { CustomerRecord, LineRecord, SaleRecord } from '../store/records';
import { DELIVERY_PRODUCT_ID, DELIVERY_VAT, type Carrier } from './carriers';

function goesToPickup(erp: ErpState, sale: SaleRecord): boolean {
  return erp.store.addresses.get(sale.deliveryAddressId)?.kind === 'pickup';
}

/** The cart without carrier, fee and pickup point, delivered to the default address. */
export function withoutDelivery(
  erp: ErpState,
  customer: CustomerRecord,
  sale: SaleRecord,
): SaleRecord {
  const deliveryAddressId = goesToPickup(erp, sale)
    ? defaultDeliveryAddressId(erp, customer)
    : sale.deliveryAddressId;
  const lines = sale.lines.filter((line) => line.type !== 'delivery');
  return { ...sale, carrierId: null, deliveryAddressId, lines };
}

export function feeLine(erp: ErpState, carrier: Carrier, price: number, lang: Lang): LineRecord {
  return {
    id: nextLineId(erp),
    productId: DELIVERY_PRODUCT_ID,
    type: 'delivery',
    name: carrier.name[lang],
    qty: 1,
    gross: price,
    rate: 0,
    net: price,
    taxRate: DELIVERY_VAT,
    qtyDelivered: 0,
    qtyCanceled: 0,
    qtyBackorder: 0,
    qtyUnavailable: 0,
    options: null,
  };
}

export function withCarrier(
  erp: ErpState,
  customer: CustomerRecord,
  sale: SaleRecord,
  choice: { carrier: Carrier; price: number; lang: Lang; pickupAddressId?: number },
): SaleRecord {
  const bare = withoutDelivery(erp, customer, sale);
  const line = feeLine(erp, choice.carrier, choice.price, choice.lang);
  return {
    ...bare,
    carrierId: choice.carrier.id,
    deliveryAddressId: choice.pickupAddressId ?? bare.deliveryAddressId,
    lines: [...bare.lines, line],
  };
}
