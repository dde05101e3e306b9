/** The scenarios of the exactly-once test (failures around one customer's cart) and the kinds of ERP. */
import type { ErpModel } from './cart-proof-erp';

export interface Scenario {
  name: string;
  devices: number;
  tabs: number;
  locks: boolean;
  faults: number;
  instances: number;
  crashes: number;
  memoryLedger?: boolean;
  /** Uses the embedded store itself for the ledger, on a file that each new process opens. */
  embedded?: boolean;
  /** The probability that a store call fails. */
  storeFaults?: number;
  /** How often a process pauses, for up to a minute or `pauseMs`. */
  pauses?: number;
  pauseMs?: number;
  /** How often the store is emptied while instances run. */
  losses?: number;
  /** Number of cart edits that a sales representative makes during the run. */
  repEdits?: number;
  /** Number of lines that are also added by plain forms, with double clicks. */
  forms?: number;
  /** True if the cart is confirmed once as an order elsewhere. */
  confirmed?: boolean;
  /** Lines that the ERP always rejects: an unknown product, or a quantity that it cannot store. */
  poison?: number;
  /** Number of pages that are reloaded or closed in the middle of a sync. */
  reloads?: number;
  /** True if sessions end, a colleague works on the same machine, and the customer comes back. */
  colleague?: boolean;
  editsPerTab?: number;
}

export interface Profile {
  name: 'seed' | 'plain' | 'odoo16' | 'unnamed' | 'dedupes';
  erp: Pick<ErpModel, 'dedup' | 'pathOnly'>;
  path: string;
  dedupes: boolean;
}

/**
 * What an ERP does with a repeated transaction (`skip` ignores it, `none` counts it again, `strict` refuses it out of
 * order), and where it reads the cart's uuid. `unnamed` reads the uuid nowhere: its only protection is that the shop
 * reads the cart before it writes.
 */
export const profiles: readonly Profile[] = [
  { name: 'seed', erp: { dedup: 'skip', pathOnly: false }, path: 'v2/cart/sync', dedupes: false },
  { name: 'plain', erp: { dedup: 'none', pathOnly: false }, path: 'v2/cart/sync', dedupes: false },
  {
    name: 'odoo16',
    erp: { dedup: 'none', pathOnly: true },
    path: 'carts/{uuid}/sync',
    dedupes: false,
  },
  { name: 'unnamed', erp: { dedup: 'none', pathOnly: true }, path: 'carts/sync', dedupes: false },
  {
    name: 'dedupes',
    erp: { dedup: 'strict', pathOnly: true },
    path: 'carts/{uuid}/sync',
    dedupes: true,
  },
];

const basic = { locks: true, instances: 2, crashes: 0, devices: 1, tabs: 1 };
const torture = { ...basic, faults: 0.3, crashes: 2 };
const unlocked = { tabs: 3, locks: false };
const twoDevices = { devices: 2, tabs: 2 };
export const scenarios: readonly Scenario[] = [
  { ...basic, ...unlocked, name: '3 tabs, no lock, 0 faults', faults: 0 },
  { ...basic, name: '1 tab, 5 % faults', faults: 0.05, crashes: 1 },
  { ...torture, name: '1 tab, 30 %' },
  { ...torture, ...unlocked, name: '3 tabs, no lock, 30 %' },
  { ...torture, ...twoDevices, name: '2 devices × 2 tabs, 30 %' },
  { ...torture, name: 'plain forms, double clicks, 30 %', forms: 8 },
  { ...torture, ...twoDevices, name: 'forms and 2 devices, 30 %', forms: 4 },
  { ...torture, tabs: 2, name: 'cart confirmed elsewhere, 30 %', confirmed: true, crashes: 0 },
  { ...torture, tabs: 2, name: 'poison lines, 30 %', poison: 4, forms: 2 },
  { ...torture, tabs: 3, name: 'tabs closed and reloaded, 30 %', reloads: 8 },
  { ...torture, tabs: 2, name: 'sign-out, colleague, back, 30 %', colleague: true },
  { ...torture, ...twoDevices, name: 'store fails 3 %, 30 %', storeFaults: 0.03, forms: 2 },
  { ...torture, tabs: 2, name: 'processes stand still, 30 %', pauses: 6 },
  { ...torture, tabs: 2, name: 'standing still 10 min, 30 %', pauses: 6, pauseMs: 600_000 },
  { ...torture, ...twoDevices, name: 'store emptied, 2 devices, forms, 30 %', losses: 3, forms: 4 },
  {
    ...torture,
    tabs: 2,
    name: 'emptied and standing still, 30 %',
    losses: 2,
    pauses: 4,
    pauseMs: 600_000,
  },
  { ...torture, name: '26 poison lines, 30 %', poison: 26 },
  { ...torture, tabs: 2, name: 'poison, confirmed elsewhere, 30 %', poison: 4, confirmed: true },
  { ...torture, tabs: 2, name: 'embedded store on a file, 30 %', embedded: true, instances: 1 },
  { ...torture, name: 'memory ledger, 1 tab, 30 %', instances: 1, memoryLedger: true },
  { ...basic, ...twoDevices, name: '2 devices + 1 rep edit, 5 %', faults: 0.05, repEdits: 1 },
  { ...torture, ...twoDevices, name: '2 devices + 6 rep edits, 30 %', repEdits: 6 },
];
