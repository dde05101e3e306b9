/**
 * Proposes the next serial number for an order with medicines (contract/erp.md 9.11); reading it from the ERP does not
 * reserve it. Only `carts/confirm` accepts the number. For a paid order the number is in the note, where the ERP does
 * not count it. The shop therefore remembers those numbers and does not propose them again.
 */
import { z } from 'zod';
import { listIfInstalled } from '~/base/erp/calls.server';
import { orderWithSuite } from '~/ordering/on-order/past-orders.server';
import { customerRecord } from '~/base/page/customer-record.server';
import type { CustomerRequest } from '~/base/page/page';
import {
  absent,
  loadOptionalBlock,
  partOf,
  partPatienceMs,
  present,
  type Part,
} from '~/base/page/optional';

const SuiteWire = z.object({ value: z.string().nullish().catch(null) });

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

/** Serial number, and the order whose note contains it. */
const Kept = z.array(z.tuple([z.string(), z.string()]));
const mostKept = 100;
const record = customerRecord({
  name: 'serials',
  schema: Kept,
  empty: [],
  ttlSeconds: 400 * 24 * 60 * 60,
});

/**
 * Stores the serial number of a paid order. Call before its payment begins. An order has one number, the last one
 * entered.
 */
export const keepSerial = (page: Page, serial: string, order: string): Promise<void> =>
  record.update(page, (kept) => [
    ...kept.filter(([, one]) => one !== order).slice(1 - mostKept),
    [serial, order],
  ]);

/**
 * Another order with this serial number, as far as the shop knows, or null. `own` is the number of the current cart.
 */
export async function orderWithSerial(
  page: Page,
  serial: string,
  own: string,
): Promise<string | null> {
  const listed = await orderWithSuite(page, serial);
  if (listed !== null) return listed;
  const kept = await record.read(page);
  return kept.find(([one, order]) => one === serial && order !== own)?.[1] ?? null;
}

/**
 * Adds 1 to the number at the end of a serial: `OM2026-0055` becomes `OM2026-0056`; a serial without digits stays
 * unchanged.
 */
const counted = (serial: string): string =>
  serial.replace(/(?<!\d)\d+(?=\D*$)/, (digits) =>
    (BigInt(digits) + 1n).toString().padStart(digits.length, '0'),
  );

/** The first serial number from this one on that is in no other order's note. */
function freeSerial(serial: string, taken: ReadonlySet<string>): string {
  let free = serial;
  for (let tries = 0; taken.has(free) && tries < taken.size; tries += 1) free = counted(free);
  return free;
}

async function readSuiteName(page: Page, own: string): Promise<Part<string | null>> {
  const call = { path: 'carts/next_suite_name', timeoutMs: partPatienceMs };
  const [next, kept] = await Promise.all([
    listIfInstalled(page.context, call, SuiteWire, { value: null }),
    record.read(page),
  ]);
  if (!next) return absent;
  const taken = kept.flatMap(([serial, order]) => (order === own ? [] : [serial]));
  return present(next.value ? freeSerial(next.value, new Set(taken)) : null);
}

/** Proposed serial number for the order with the number `own`; null when it needs none. */
export const nextSuiteName = async (page: Page, own: string): Promise<Part<string | null>> =>
  partOf(await loadOptionalBlock(page, 'suite name', () => readSuiteName(page, own)));
