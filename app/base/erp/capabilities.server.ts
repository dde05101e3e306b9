/**
 * Which calls this ERP has (contract/erp.md 2.1): a missing module answers 404 `Not Found`, 405, or 422 about
 * the path. What was found missing is remembered per process for a while, so that its part of a page is
 * hidden without asking again, and comes back by itself once the ERP has it.
 */
import type { AppContext } from '../../../server/context';
import type { ErpAnswer } from '../../../server/upstream/erp/erp-client';

export type Refused = Extract<ErpAnswer<unknown>, { kind: 'refused' }>;

/** On a path of fixed words all three faces mean the same: the call is not there, nothing was applied. */
export const isNotInstalled = ({ status, detail, errors }: Refused): boolean =>
  status === 405 ||
  (status === 404 && detail === 'Not Found') ||
  (status === 422 && errors.length > 0 && errors.every(({ loc }) => loc[0] === 'path'));

type Context = Pick<AppContext, 'erp'>;

export const isMissing = ({ erp }: Context, call: string): Promise<boolean> =>
  Promise.resolve(!erp.offers(call));

export function noteMissing({ erp }: Context, call: string): Promise<void> {
  erp.lacks(call);
  return Promise.resolve();
}
