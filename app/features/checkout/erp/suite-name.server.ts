/** The next serial number for an order with medicines (contract/erp.md 9.11): asking does not reserve it. */
import { z } from 'zod';
import { listIfInstalled } from '~/erp/calls.server';
import type { CustomerRequest } from '~/page/page';
import { absent, optional, partOf, partPatienceMs, present, type Part } from '~/page/optional';

const SuiteWire = z.object({ value: z.string().nullish().catch(null) });

type LoadContext = Pick<CustomerRequest, 'context'>;

async function readSuiteName({ context }: LoadContext): Promise<Part<string | null>> {
  const call = { path: 'carts/next_suite_name', timeoutMs: partPatienceMs };
  const next = await listIfInstalled(context, call, SuiteWire, { value: null });
  return next ? present(next.value ?? null) : absent;
}

/** The proposal; null when this order needs none. */
export const nextSuiteName = async (page: LoadContext): Promise<Part<string | null>> =>
  partOf(await optional(page, 'suite name', () => readSuiteName(page)));
