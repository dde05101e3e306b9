/**
 * JSON shapes of Address and Customer (contract/erp.md 6.2 and 6.9), of the published modules and of the specification.
 */
import type { Lang } from '../../world';
import type { ErpState } from '../call';
import { INSTALLED, odooCode } from '../protocol/language';
import type { AddressRecord, CustomerRecord } from '../store/records';
import { countryById, stateById, titleById } from './countries';

export function addressShape(
  erp: ErpState,
  address: AddressRecord,
  lang: Lang,
  role: 'invoicing' | 'delivery',
) {
  const base = {
    id: address.id,
    name: address.name,
    street: address.street,
    street2: address.street2,
    zip: address.zip,
    city: address.city,
    phone: address.phone,
    mobile: address.mobile,
    email: address.email,
    state_id: address.stateId,
    country_id: address.countryId,
  };
  const dropoff = address.dropoff || null;
  const own = role === 'invoicing' ? { vat: address.vat } : { is_dropoff_site: dropoff };
  if (erp.quirks.has('released-shapes'))
    return { ...base, company_type: 'person', title_id: address.titleId, ...own };
  return { ...base, vat: null, ...own, ...richFields(erp, address, lang, dropoff) };
}

function richFields(erp: ErpState, address: AddressRecord, lang: Lang, dropoff: boolean | null) {
  const owner = address.customerId === null ? null : erp.store.customers.get(address.customerId);
  const isCustomer = address.kind === 'customer';
  return {
    country: countryById(erp.world, address.countryId, lang),
    state: stateById(erp.world, address.stateId, lang),
    title: titleById(address.titleId, lang),
    lang: owner ? odooCode(owner.lang) : null,
    ref: isCustomer ? (owner?.ref ?? null) : null,
    display_name: [address.name, address.city].filter(Boolean).join(', ') || null,
    is_company: isCustomer,
    address_type: isCustomer ? 'contact' : address.kind === 'delivery' ? 'delivery' : 'other',
    opt_in: owner ? !owner.optOut : false,
    opt_out: owner?.optOut ?? true,
    is_dropoff_site: dropoff,
    vet_depot_number: owner?.vetDepotNumber ?? null,
    vet_subscription_number: owner?.vetSubscriptionNumber ?? null,
  };
}

/** The flat customer of the published Shopinvader modules: seven keys. */
export function flatCustomer(customer: CustomerRecord) {
  return {
    email: customer.email,
    name: customer.name || null,
    phone: customer.phone,
    mobile: customer.mobile,
    opt_in: !customer.optOut,
    pricelist_id: 1,
    lang_id: INSTALLED.find((entry) => entry.lang === customer.lang)?.id ?? null,
  };
}
