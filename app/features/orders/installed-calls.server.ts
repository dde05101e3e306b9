/**
 * Which calls this ERP has (contract/erp.md 2.1): a missing module answers 404 `Not Found`, 405, or 422 about
 * the path. What was found missing is remembered per process for a while, so that its part of a page is
 * hidden without asking again, and comes back by itself once the ERP has it.
 */
import type { AppContext } from '../../../server/context';
import type { ErpAnswer } from '../../../server/upstream/erp/erp-client';

const rememberedMs = 10 * 60_000;
const keyOf = (call: string): string => `erp-call-missing:${call}`;

export type Refused = Extract<ErpAnswer<unknown>, { kind: 'refused' }>;

/** On a path of fixed words all three faces mean the same: the call is not there, nothing was applied. */
export const isNotInstalled = ({ status, detail, errors }: Refused): boolean =>
  status === 405 ||
  (status === 404 && detail === 'Not Found') ||
  (status === 422 && errors.length > 0 && errors.every(({ loc }) => loc[0] === 'path'));

type Context = Pick<AppContext, 'memory' | 'log'>;

export const isMissing = ({ memory }: Context, call: string): Promise<boolean> =>
  memory.recall(keyOf(call), { freshMs: rememberedMs, staleMs: 0 }, () => Promise.resolve(false));

export async function noteMissing({ memory, log }: Context, call: string): Promise<void> {
  log.warn({ event: 'erp.call_missing', call }, 'the ERP does not have this call; it is hidden');
  memory.forget(keyOf(call));
  await memory.recall(keyOf(call), { freshMs: rememberedMs, staleMs: 0 }, () =>
    Promise.resolve(true),
  );
}
