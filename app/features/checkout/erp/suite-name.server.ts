/** The next serial number for an order with medicines (contract/erp.md 9.11): asking does not reserve it. */
import { z } from 'zod';
import { isMissing, isNotInstalled, noteMissing } from '~/erp/capabilities.server';
import type { CustomerRequest } from '~/page/page';
import { absent, optional, partOf, partPatienceMs, present, type Part } from '~/page/optional';

const call = 'GET carts/next_suite_name';
const SuiteWire = z.object({ value: z.string().nullish().catch(null) });

type LoadContext = Pick<CustomerRequest, 'context'>;

async function readSuiteName({ context }: LoadContext): Promise<Part<string | null>> {
  if (await isMissing(context, call)) return absent;
  const answer = await context.erp.call(
    { path: 'carts/next_suite_name', timeoutMs: partPatienceMs },
    SuiteWire,
  );
  if (answer.kind === 'ok') return present(answer.body.value ?? null);
  if (answer.kind === 'empty') return present(null);
  if (isNotInstalled(answer)) await noteMissing(context, call);
  return absent;
}

/** The proposal; null when this order needs none. */
export const nextSuiteName = async (page: LoadContext): Promise<Part<string | null>> =>
  partOf(await optional(page, 'suite name', () => readSuiteName(page)));
