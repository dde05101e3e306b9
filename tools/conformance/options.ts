/** Parses the options of `npm run conformance`; an error message names the wrong option. */
import { isBare } from '../../server/startup/checks';
import { above0 } from '../number-option';

export const usage = `Usage: npm run conformance -- --erp URL --token TOKEN [options]
  --erp URL                    base address of the ERP's API, as in ERP_URL
  --token TOKEN                access token of a customer (or in CONFORMANCE_TOKEN)
  --customer-may-be-changed    also test writes on this customer and undo them
  --product ID                 product for those writes (default: one of the last orders)
  --list-price EUROS           net price of one piece of it on the shop's page for this customer: the cart must not charge more
  --cart-sync PATH             path for cart changes, as in CART_SYNC_PATH (default: accept either known path)
  --auth-mode MODE             oidc-token (default), oidc-cookie or credentials, as in AUTH_MODE
  --json                       the table as JSON
  --record 'PRODUCT VERSION'   add the result to docs/operating/compatibility.json: 'Odoo 18.0'
  --seconds N                  response timeout in seconds (default 15; one retry with four times that)
  --minutes N                  time limit in minutes (default 10); the report lists calls not tested in time
Exit code 0: conforms; 1: a call or behaviour is missing, refused or different, or a test write was NOT UNDONE; 2: no order is possible; 64: usage.
Only --customer-may-be-changed tells whether the ERP's API user may write a cart.`;

export const given = {
  erp: { type: 'string', default: '' },
  token: { type: 'string', default: process.env['CONFORMANCE_TOKEN'] ?? '' },
  'customer-may-be-changed': { type: 'boolean', default: false },
  product: { type: 'string' },
  'list-price': { type: 'string' },
  'cart-sync': { type: 'string' },
  'auth-mode': { type: 'string', default: 'oidc-token' },
  seconds: { type: 'string', default: '15' },
  minutes: { type: 'string', default: '10' },
  json: { type: 'boolean', default: false },
  record: { type: 'string' },
} as const;

const modes = ['oidc-token', 'oidc-cookie', 'credentials'] as const;
const mostSeconds = 3_600;
const mostMinutes = 1_440;

/** Validates the address by the rules of ERP_URL. */
function erpAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url && !/^https?:$/.test(url.protocol))
    throw new Error(`--erp: ${url.protocol} given; expected an http(s) address`);
  if (!url) throw new Error('--erp: expected an address such as https://erp.example/shopinvader/');
  if (!isBare(address))
    throw new Error('--erp: has a query, a fragment or a password; expected the address alone');
  return address;
}

function oneWord(token: string): string {
  if (token === '') throw new Error('--token: expected one, or CONFORMANCE_TOKEN');
  if (/[^!-~]/.test(token))
    throw new Error('--token: expected one word without spaces and line ends');
  return token;
}

function productId(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new Error('--product: expected the id of a product, a whole number');
}

function recordedAs(text: string | undefined): { product: string; version: string } | null {
  if (text === undefined) return null;
  const at = text.trim().lastIndexOf(' ');
  if (at === -1) throw new Error("--record: expected product and version such as 'Odoo 18.0'");
  return { product: text.trim().slice(0, at), version: text.trim().slice(at + 1) };
}

function listPrice(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d+([.,]\d{1,4})?$/.test(text)) return Number(text.replace(',', '.'));
  throw new Error('--list-price: expected euros such as 13.14');
}

/** Throws an Error that names the invalid option. */
export function optionsOf(values: {
  erp: string;
  token: string;
  product?: string | undefined;
  'list-price'?: string | undefined;
  'auth-mode': string;
  seconds: string;
  minutes: string;
  record?: string | undefined;
}) {
  const mode = modes.find((one) => one === values['auth-mode']);
  if (!mode) throw new Error(`--auth-mode: expected ${modes.join(', ')}`);
  return {
    mode,
    erp: erpAddress(values.erp),
    token: oneWord(values.token),
    productId: productId(values.product),
    listPrice: listPrice(values['list-price']),
    record: recordedAs(values.record),
    seconds: above0('--seconds', values.seconds, mostSeconds),
    minutes: above0('--minutes', values.minutes, mostMinutes),
  };
}
