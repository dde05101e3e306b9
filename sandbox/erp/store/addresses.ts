/** Finding addresses: the customer itself, its delivery children, pickup sites. */
import type { Office } from '../call';
import type { AddressRecord, CustomerRecord } from './records';

export function deliveryAddresses(office: Office, customerId: number): AddressRecord[] {
  return office.store.addresses.find({ customer: customerId, kind: 'delivery', archived: 0 });
}

/** The first delivery child, else the customer itself (6.7). */
export function defaultDeliveryAddressId(office: Office, customer: CustomerRecord): number {
  return deliveryAddresses(office, customer.id)[0]?.id ?? customer.id;
}

/** One the customer may choose; archived ones are gone. */
export function ownAddress(
  office: Office,
  customer: CustomerRecord,
  id: number,
): AddressRecord | null {
  const found = office.store.addresses.get(id);
  return found && !found.archived && found.customerId === customer.id ? found : null;
}

export function addressCountry(office: Office, addressId: number): string | null {
  const countryId = office.store.addresses.get(addressId)?.countryId ?? null;
  return office.world.countries.find((country) => country.id === countryId)?.code ?? null;
}
