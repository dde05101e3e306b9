/** The customer, their sales representative, and the settings (contract/erp.md 8.1 to 8.5, 8.8). */
import { z } from 'zod';
import { idParam, type Call, type CustomerCall, type ErpState } from '../call';
import { json, missing, Refusal, type ErpResponse } from '../protocol/exchange';
import { flag, int, read, text } from '../protocol/fields';
import { INSTALLED } from '../protocol/language';
import { blankToNull } from '../protocol/note';
import { open, signedIn, type Route } from '../protocol/router';
import { refusal } from '../protocol/texts';
import type { Text } from '../../world';
import { addressShape, flatCustomer } from './address-shape';
import { TITLES } from './countries';
import type { CustomerRecord } from '../store/records';

/** Odoo 18 adds a key of the warehouse module to the seven keys of Odoo 16. */
const flatShape = (erp: ErpState, customer: CustomerRecord) => ({
  ...flatCustomer(customer),
  ...(erp.quirks.has('warehouse-keys') ? { default_warehouse: null } : {}),
});

function profile(call: CustomerCall, customer: CustomerRecord): ErpResponse {
  const { erp, lang } = call;
  if (erp.quirks.has('released-shapes')) return json(200, flatShape(erp, customer));
  const address = erp.store.addresses.get(customer.id);
  if (!address) throw missing();
  return json(200, {
    data: {
      ...addressShape(erp, address, lang, 'invoicing'),
      name: customer.name,
      email: customer.email,
    },
  });
}

const OptOut = z.object({ opt_out: flag() });

function setOptOut(call: CustomerCall): ErpResponse {
  const { opt_out: optOut } = read(OptOut, call.body, 'body');
  return profile(call, call.erp.store.customers.put({ ...call.customer, optOut }));
}

const OptIn = z.object({ optIn: flag().optional(), opt_in: flag().optional() });

function setOptIn(call: CustomerCall): ErpResponse {
  const input = read(OptIn, call.body, 'body');
  const optIn = input.optIn ?? input.opt_in;
  if (optIn === undefined)
    throw new Refusal(422, [
      { type: 'missing', loc: ['body', 'optIn'], msg: 'Field required', input: call.body },
    ]);
  if (idParam(call, 'customer_id') !== call.customer.id) throw missing();
  return profile(call, call.erp.store.customers.put({ ...call.customer, optOut: !optIn }));
}

const Save = z.object({
  name: text().nullish(),
  phone: text().nullish(),
  mobile: text().nullish(),
  opt_in: flag().nullish(),
  lang_id: int().nullish(),
});

/** `role` is read-only: the ERP ignores it in the body. */
function save(call: CustomerCall): ErpResponse {
  const { erp } = call;
  const input = read(Save, call.body, 'body');
  if (input.name === null) throw refusal(call, 'contactNeedsName');
  const chosen = INSTALLED.find((entry) => entry.id === input.lang_id);
  if (input.lang_id !== undefined && input.lang_id !== null && !chosen) throw missing();
  const { customer } = call;
  const saved = erp.store.customers.put({
    ...customer,
    name: input.name ?? customer.name,
    phone: input.phone === undefined ? customer.phone : blankToNull(input.phone),
    mobile: input.mobile === undefined ? customer.mobile : blankToNull(input.mobile),
    optOut: typeof input.opt_in === 'boolean' ? !input.opt_in : customer.optOut,
    lang: chosen?.lang ?? customer.lang,
  });
  const address = erp.store.addresses.get(saved.id);
  if (address)
    erp.store.addresses.put({
      ...address,
      name: saved.name,
      phone: saved.phone,
      mobile: saved.mobile,
    });
  if (erp.quirks.has('released-shapes')) return json(200, flatShape(erp, saved));
  const { email, name, phone, mobile, opt_in, lang_id } = flatCustomer(saved);
  const { id, login, role } = saved;
  return json(200, { id, name, login, email, phone, mobile, opt_in, role, lang_id });
}

const COMPANY = {
  name: 'Service clientèle',
  phone: '+32 84 00 00 00',
  street: 'Parc de la Famenne 4',
  zip: '6900',
  city: 'Marche-en-Famenne',
};

/** A customer without a representative gets the company itself, so that the response is never empty. */
function salesPerson(call: CustomerCall): ErpResponse {
  const { erp, customer, lang } = call;
  const rep = customer.salesRep;
  const address = addressShape(
    erp,
    {
      id: 1,
      customerId: null,
      kind: 'delivery',
      dropoff: false,
      archived: false,
      name: rep?.name ?? COMPANY.name,
      street: COMPANY.street,
      street2: null,
      zip: COMPANY.zip,
      city: COMPANY.city,
      phone: rep?.phone ?? COMPANY.phone,
      mobile: null,
      email: null,
      vat: null,
      titleId: null,
      stateId: erp.world.states.find((state) => state.code === 'WLX')?.id ?? null,
      countryId: erp.world.countries.find((country) => country.code === 'BE')?.id ?? null,
    },
    lang,
    'delivery',
  );
  return json(200, { name: rep?.name ?? COMPANY.name, address });
}

const SUBJECTS: readonly { id: number; name: Text }[] = [
  {
    id: 1,
    name: { fr: 'Question sur un produit', nl: 'Vraag over een product', en: 'Product question' },
  },
  {
    id: 2,
    name: { fr: 'Suivi de commande', nl: 'Opvolging van een bestelling', en: 'Order follow-up' },
  },
  {
    id: 3,
    name: { fr: 'Retour ou réclamation', nl: 'Retour of klacht', en: 'Return or complaint' },
  },
  { id: 4, name: { fr: 'Facturation', nl: 'Facturatie', en: 'Invoicing' } },
  { id: 5, name: { fr: 'Autre', nl: 'Andere', en: 'Other' } },
];

/** Translates the names and sorts them in the requested language. */
function settings(call: Call): ErpResponse {
  const { erp, lang } = call;
  const named = (entries: readonly { id: number; name: Text; code?: string }[]) =>
    entries
      .map(({ id, name, code }) => ({ id, name: name[lang], ...(code ? { code } : {}) }))
      .sort((a, b) => a.name.localeCompare(b.name, lang));
  const titles = TITLES.map(({ id, name }) => ({ id, name: name[lang] }));
  const released = {
    countries: named(erp.world.countries),
    partner_titles: titles,
    langs: INSTALLED.map(({ id, name, code }) => ({ id, name, code })),
  };
  if (erp.quirks.has('released-shapes')) return json(200, released);
  return json(200, {
    ...released,
    states: named(erp.world.states),
    titles,
    currencies: [{ id: 1, name: 'Euro', code: 'EUR' }],
    lead_subjects: named(SUBJECTS),
    delivery_cutoff: { time: '13:00', weekdays: [1, 2, 3, 4, 5], closed_days: [] },
  });
}

const released = false;

export const customerRoutes: Route[] = [
  signedIn('GET', 'customer', (call) => profile(call, call.customer)),
  signedIn('PUT', 'customer', setOptOut, { released }),
  signedIn('POST', 'customer', save),
  signedIn('POST', 'customer/{customer_id:int}/update', setOptIn, { released }),
  signedIn('GET', 'customer/sales_person', salesPerson, { released }),
  open('GET', 'settings', settings),
];
