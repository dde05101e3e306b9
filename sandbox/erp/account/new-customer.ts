/** Creates a customer that is new to the ERP, at first sign-in or by registration (7.2, 7.9). */
import type { ErpState } from '../call';
import { DEFAULT_LANG } from '../protocol/language';
import type { CustomerRecord } from '../store/records';

export function createCustomer(
  erp: ErpState,
  person: { name: string; email: string },
): CustomerRecord {
  const id = erp.store.next('address', 700_001);
  erp.store.addresses.put({
    id,
    customerId: id,
    kind: 'customer',
    dropoff: false,
    archived: false,
    name: person.name,
    street: null,
    street2: null,
    zip: null,
    city: null,
    phone: null,
    mobile: null,
    email: person.email,
    vat: null,
    titleId: null,
    stateId: null,
    countryId: erp.world.countries.find((country) => country.code === 'BE')?.id ?? null,
  });
  return erp.store.customers.put({
    id,
    ref: `C${id}`,
    login: person.email.toLowerCase(),
    email: person.email,
    name: person.name,
    title: '',
    lang: DEFAULT_LANG,
    functionType: '',
    role: 'default',
    canOrder: true,
    rebateVisible: false,
    doubledEmail: false,
    phone: null,
    mobile: null,
    vetDepotNumber: null,
    vetSubscriptionNumber: null,
    pricelistGross: null,
    pricelistDiscounts: [],
    supplierPromotion: null,
    groups: [],
    salesRep: null,
    optOut: true,
    lastSuiteName: null,
  });
}
