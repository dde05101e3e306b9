/** Finds addresses: the customer's own record, its delivery addresses, pickup sites. */
import type { ErpState } from '../call';
import type { AddressRecord, CustomerRecord } from './records';

export function deliveryAddresses(erp: ErpState, customerId: number): AddressRecord[] {
  return erp.store.addresses.find({ customer: customerId, kind: 'delivery', archived: 0 });
}

/** The customer's first delivery address, else the customer's own record (6.7). */
export function defaultDeliveryAddressId(erp: ErpState, customer: CustomerRecord): number {
  return deliveryAddresses(erp, customer.id)[0]?.id ?? customer.id;
}

/** An address that the customer may choose; null for an archived one. */
export function ownAddress(
  erp: ErpState,
  customer: CustomerRecord,
  id: number,
): AddressRecord | null {
  const found = erp.store.addresses.get(id);
  return found && !found.archived && found.customerId === customer.id ? found : null;
}

export function addressCountry(erp: ErpState, addressId: number): string | null {
  const countryId = erp.store.addresses.get(addressId)?.countryId ?? null;
  return erp.world.countries.find((country) => country.id === countryId)?.code ?? null;
}
