/** Handles the calls for the customer's addresses (contract/erp.md section 13). */
import { z } from 'zod';
import { idParam, type CustomerCall } from '../call';
import type { Refusal } from '../protocol/exchange';
import { json, missing, type ErpResponse } from '../protocol/exchange';
import { int, read, text } from '../protocol/fields';
import { blankToNull } from '../protocol/note';
import { signedIn, type Route } from '../protocol/router';
import { refusal } from '../protocol/texts';
import { deliveryAddresses } from '../store/addresses';
import type { AddressRecord } from '../store/records';
import { addressShape } from './address-shape';
import { TITLES } from './countries';
import { checkVat } from './vat';

const Input = z.object({
  name: text().nullish(),
  street: text().nullish(),
  street2: text().nullish(),
  zip: text().nullish(),
  city: text().nullish(),
  phone: text().nullish(),
  mobile: text().nullish(),
  email: text().nullish(),
  vat: text().nullish(),
  state_id: int().nullish(),
  country_id: int().nullish(),
  title_id: int().nullish(),
});
type Input = z.infer<typeof Input>;

function constraint(call: CustomerCall, name: string): Refusal {
  const words = { model: 'Contact (res.partner)', constraint: `res_partner_${name}_fkey` };
  return refusal(call, 'brokenReference', words);
}

/** Validates a reference to a record. The ERP stores 0 as null; an unknown id violates a database constraint. */
function reference(
  call: CustomerCall,
  id: number | null | undefined,
  known: readonly { id: number }[],
  name: string,
): number | null | undefined {
  if (id === undefined || id === null || id === 0) return id === undefined ? undefined : null;
  if (known.some((entry) => entry.id === id)) return id;
  throw constraint(call, name);
}

type Fields = Pick<
  AddressRecord,
  | 'name'
  | 'street'
  | 'street2'
  | 'zip'
  | 'city'
  | 'phone'
  | 'mobile'
  | 'email'
  | 'stateId'
  | 'countryId'
  | 'titleId'
>;

/** Returns only the fields that the request contains; an empty text is stored as null. */
function changes(call: CustomerCall, input: Input): Partial<Fields> {
  const { world } = call.erp;
  const written: { [K in keyof Fields]?: Fields[K] | undefined } = {
    name: input.name,
    street: input.street,
    street2: input.street2,
    zip: input.zip,
    city: input.city,
    phone: input.phone,
    mobile: input.mobile,
    email: input.email,
    stateId: reference(call, input.state_id, world.states, 'state_id'),
    countryId: reference(call, input.country_id, world.countries, 'country_id'),
    titleId: reference(call, input.title_id, TITLES, 'title'),
  };
  const present = Object.entries(written).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([key, value]) => [key, value === '' ? null : value]));
}

const ADDRESS_SERIES_START = 700_001;

function create(call: CustomerCall): ErpResponse {
  const input = read(Input, call.body, 'body');
  const { erp, customer } = call;
  const blank: AddressRecord = {
    id: 0,
    customerId: customer.id,
    kind: 'delivery',
    dropoff: false,
    archived: false,
    name: null,
    street: null,
    street2: null,
    zip: null,
    city: null,
    phone: null,
    mobile: null,
    email: null,
    vat: null,
    titleId: null,
    stateId: null,
    countryId: null,
  };
  const filled = { ...blank, ...changes(call, input) };
  const id = erp.store.next('address', ADDRESS_SERIES_START);
  const address = erp.store.addresses.put({ ...filled, id });
  return json(201, addressShape(erp, address, call.lang, 'delivery'));
}

function createInvoicing(call: CustomerCall): ErpResponse {
  read(Input, call.body, 'body');
  throw refusal(call, 'invoicingNotCreated');
}

function delivery(call: CustomerCall): AddressRecord {
  const id = idParam(call, 'address_id');
  const found = deliveryAddresses(call.erp, call.customer.id).find((entry) => entry.id === id);
  if (!found) throw missing();
  return found;
}

function invoicing(call: CustomerCall): AddressRecord {
  const found = call.erp.store.addresses.get(call.customer.id);
  if (!found || idParam(call, 'address_id') !== found.id) throw missing();
  return found;
}

/** Rejects a change of an address in use: one that any order names. Carts and quotations do not count. */
function refuseIfUsed(call: CustomerCall, address: AddressRecord): void {
  const used = call.erp.store.sales
    .find({ customer: call.customer.id, typology: 'sale' })
    .some(
      (sale) => sale.deliveryAddressId === address.id || sale.invoicingAddressId === address.id,
    );
  if (used) throw refusal(call, 'addressInUse', { name: address.name ?? String(address.id) });
}

function updateDelivery(call: CustomerCall): ErpResponse {
  const input = read(Input, call.body, 'body');
  const found = delivery(call);
  refuseIfUsed(call, found);
  const address = call.erp.store.addresses.put({ ...found, ...changes(call, input) });
  return json(200, addressShape(call.erp, address, call.lang, 'delivery'));
}

/** The published Shopinvader modules clear a VAT number that the update does not contain (6.3). */
function vatAfter(call: CustomerCall, input: Input, found: AddressRecord): string | null {
  if (input.vat === undefined) return call.erp.quirks.has('released-faults') ? null : found.vat;
  const vat = blankToNull(input.vat);
  if (vat !== null) checkVat(call, vat);
  return vat;
}

function updateInvoicing(call: CustomerCall): ErpResponse {
  const input = read(Input, call.body, 'body');
  const found = invoicing(call);
  const vat = vatAfter(call, input, found);
  refuseIfUsed(call, found);
  const address = call.erp.store.addresses.put({ ...found, ...changes(call, input), vat });
  return json(200, addressShape(call.erp, address, call.lang, 'invoicing'));
}

function remove(call: CustomerCall): ErpResponse {
  if (idParam(call, 'address_id') === call.customer.id) throw refusal(call, 'addressIsCustomer');
  const found = delivery(call);
  refuseIfUsed(call, found);
  call.erp.store.addresses.put({ ...found, archived: true });
  return json(200, null);
}

function list(role: 'invoicing' | 'delivery') {
  return (call: CustomerCall): ErpResponse => {
    const { erp, customer, lang } = call;
    const own = erp.store.addresses.get(customer.id);
    const found = role === 'delivery' ? deliveryAddresses(erp, customer.id) : own ? [own] : [];
    return json(
      200,
      found.map((address) => addressShape(erp, address, lang, role)),
    );
  };
}

function one(role: 'invoicing' | 'delivery') {
  return (call: CustomerCall): ErpResponse => {
    const found = role === 'delivery' ? delivery(call) : invoicing(call);
    return json(200, addressShape(call.erp, found, call.lang, role));
  };
}

export const addressRoutes: Route[] = [
  signedIn('GET', 'addresses/invoicing', list('invoicing')),
  signedIn('GET', 'addresses/delivery', list('delivery')),
  signedIn('POST', 'addresses/delivery', create),
  signedIn('POST', 'addresses/invoicing', createInvoicing),
  signedIn('GET', 'addresses/invoicing/{address_id:int}', one('invoicing')),
  signedIn('GET', 'addresses/delivery/{address_id:int}', one('delivery')),
  signedIn('POST', 'addresses/delivery/{address_id:int}', updateDelivery),
  signedIn('POST', 'addresses/invoicing/{address_id:int}', updateInvoicing),
  signedIn('DELETE', 'addresses/delivery/{address_id:int}', remove),
];
