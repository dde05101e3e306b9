/** Converts the shared world to records of the ERP: customers, accounts, addresses, then past orders and lists. */
import type { World, WorldAddress, WorldCustomer } from '../../world';
import type { ErpState } from '../call';
import { TITLES, countryIdOf, stateIdOf } from '../account/countries';
import { hashPassword } from '../account/credentials';
import { PICKUP_SITES, pickupAddress } from '../delivery/pickups';
import { seedPast } from '../past/past';
import type { AddressRecord, CustomerRecord } from './records';

function addressRecord(
  world: World,
  customer: WorldCustomer,
  address: WorldAddress,
  kind: 'customer' | 'delivery',
): AddressRecord {
  const title = TITLES.find((entry) => entry.code === customer.title);
  return {
    id: kind === 'customer' ? customer.id : address.id,
    customerId: customer.id,
    kind,
    dropoff: address.isDropoffSite,
    archived: false,
    name: address.name,
    street: address.street,
    street2: address.street2,
    zip: address.zip,
    city: address.city,
    phone: address.phone,
    mobile: address.mobile,
    email: address.email ?? (kind === 'customer' ? customer.email : null),
    vat: kind === 'customer' ? customer.vat : null,
    titleId: kind === 'customer' ? (title?.id ?? null) : null,
    stateId: stateIdOf(world, address.stateCode),
    countryId: countryIdOf(world, address.countryCode),
  };
}

function customerRecord(customer: WorldCustomer): CustomerRecord {
  return {
    id: customer.id,
    ref: customer.ref,
    login: customer.login.toLowerCase(),
    email: customer.email,
    name: customer.name,
    title: customer.title,
    lang: customer.lang,
    functionType: customer.functionType,
    role: customer.role,
    canOrder: customer.canOrder,
    rebateVisible: customer.rebateVisible,
    doubledEmail: false,
    phone: customer.invoicing.phone,
    mobile: customer.invoicing.mobile,
    vetDepotNumber: customer.vetDepotNumber,
    vetSubscriptionNumber: customer.vetSubscriptionNumber,
    pricelistGross: customer.pricelistGross,
    pricelistDiscounts: customer.pricelistDiscounts,
    supplierPromotion: customer.supplierPromotion,
    groups: customer.veterinaryGroups,
    salesRep: customer.salesRep,
    optOut: customer.optOut,
    lastSuiteName: null,
  };
}

function seedCustomer(erp: ErpState, customer: WorldCustomer): void {
  const { store, world } = erp;
  store.customers.put(customerRecord(customer));
  store.accounts.put({
    id: customer.id,
    login: customer.login.toLowerCase(),
    customerId: customer.id,
    passwordHash: hashPassword(customer.password),
    mailVerified: true,
  });
  store.addresses.put(addressRecord(world, customer, customer.invoicing, 'customer'));
  for (const address of customer.delivery)
    store.addresses.put(addressRecord(world, customer, address, 'delivery'));
}

/** Empties and refills the store in one transaction; from the second time on, from the saved copy. */
export function seedRecords(erp: ErpState): void {
  const { store, world } = erp;
  store.atomically(() => {
    if (store.backToKept()) return;
    store.clear();
    for (const customer of world.customers) seedCustomer(erp, customer);
    seedPast(erp);
    for (const site of PICKUP_SITES) {
      if (site.id === null) continue;
      const place = { ...site, street2: null, country: 'BE' };
      store.addresses.put(pickupAddress(erp, site.id, place));
    }
    store.markSeeded(world.seed);
    store.keep();
  });
}
