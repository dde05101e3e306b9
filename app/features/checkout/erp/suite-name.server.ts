/**
 * The next serial number for an order with medicines (contract/erp.md 9.11): asking does not reserve it. Only
 * `carts/confirm` takes the number; that of an order that is paid travels in its note, where the ERP does not count it.
 * So the shop remembers these, and proposes none of them for another order.
 */
import { z } from 'zod';
import { listIfInstalled } from '~/erp/calls.server';
import { orderWithSuite } from '~/features/on-order/past-orders.server';
import { ownerHash } from '~/page/owner-hash.server';
import type { CustomerRequest } from '~/page/page';
import { absent, optional, partOf, partPatienceMs, present, type Part } from '~/page/optional';

const SuiteWire = z.object({ value: z.string().nullish().catch(null) });

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

/** Serial number and the order that has it in its note. */
const Kept = z.array(z.tuple([z.string(), z.string()]));
const mostKept = 100;
const ttlSeconds = 400 * 24 * 60 * 60;
const keyOf = ({ customer }: Page): string => `serials:${ownerHash(customer.owner)}`;

async function stored(page: Page) {
  const found = await page.context.keyValueStore.read(keyOf(page));
  return {
    version: found?.version ?? null,
    kept: found ? Kept.parse(JSON.parse(found.value)) : [],
  };
}

/** Before the payment of this order begins; an order has one number, the last that was typed. */
export async function keepSerial(page: Page, serial: string, order: string): Promise<void> {
  const { version, kept } = await stored(page);
  const others = kept.filter(([, one]) => one !== order).slice(1 - mostKept);
  const value = JSON.stringify([...others, [serial, order]]);
  // Of two orders at once either is remembered: the other's number is told by the ERP's list of orders, or by nobody.
  await page.context.keyValueStore.write(keyOf(page), value, { version, ttlSeconds });
}

/** The other order that has this number, as far as is known here, or null. `own` is the number of the cart. */
export async function orderWithSerial(
  page: Page,
  serial: string,
  own: string,
): Promise<string | null> {
  const listed = await orderWithSuite(page, serial);
  if (listed !== null) return listed;
  const { kept } = await stored(page);
  return kept.find(([one, order]) => one === serial && order !== own)?.[1] ?? null;
}

/** `OM2026-0055` becomes `OM2026-0056`; one without a number stays. */
const counted = (serial: string): string =>
  serial.replace(/\d+(?=\D*$)/, (digits) =>
    (BigInt(digits) + 1n).toString().padStart(digits.length, '0'),
  );

/** The first number from this one on that no other order has in its note. */
export function freeSerial(serial: string, taken: ReadonlySet<string>): string {
  let free = serial;
  for (let tries = 0; taken.has(free) && tries < taken.size; tries += 1) free = counted(free);
  return free;
}

async function readSuiteName(page: Page, own: string): Promise<Part<string | null>> {
  const call = { path: 'carts/next_suite_name', timeoutMs: partPatienceMs };
  const [next, { kept }] = await Promise.all([
    listIfInstalled(page.context, call, SuiteWire, { value: null }),
    stored(page),
  ]);
  if (!next) return absent;
  const taken = kept.flatMap(([serial, order]) => (order === own ? [] : [serial]));
  return present(next.value ? freeSerial(next.value, new Set(taken)) : null);
}

/** The proposal for the order with the number `own`; null when it needs none. */
export const nextSuiteName = async (page: Page, own: string): Promise<Part<string | null>> =>
  partOf(await optional(page, 'suite name', () => readSuiteName(page, own)));
