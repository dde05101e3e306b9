/** The next serial number for an order with medicines (contract/erp.md 9.11): asking does not reserve it. */
import { z } from 'zod';
import { isMissing, isNotInstalled, noteMissing } from '~/erp/capabilities.server';
import type { CustomerRequest } from '~/page/page';
import type { Part } from '../checkout';
import { absent, present, tolerant } from '~/page/part.server';

const call = 'GET carts/next_suite_name';
const SuiteWire = z.object({ value: z.string().nullish().catch(null) });

/** The proposal; null when this order needs none. */
export const nextSuiteName = ({
  context,
}: Pick<CustomerRequest, 'context'>): Promise<Part<string | null>> =>
  tolerant(context, 'suite name', async () => {
    if (await isMissing(context, call)) return absent;
    const answer = await context.erp.call({ path: 'carts/next_suite_name' }, SuiteWire);
    if (answer.kind === 'ok') return present(answer.body.value ?? null);
    if (answer.kind === 'empty') return present(null);
    if (isNotInstalled(answer)) await noteMissing(context, call);
    return absent;
  });
