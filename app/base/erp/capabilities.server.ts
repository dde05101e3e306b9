/**
 * Which calls this ERP has (contract/erp.md 2.1). A missing module answers 404 `Not Found`, 405, or 422 about the path.
 * Each process remembers a missing call for a while, hides its part of the page without calling the ERP, and shows it
 * again once the ERP has the call.
 */
import type { AppContext } from '../../../server/context';
import type { ErpAnswer } from '../../../server/upstream/erp/erp-client';

export type Refused = Extract<ErpAnswer<unknown>, { kind: 'refused' }>;

/** On a path without parameters all three responses mean the same: the call does not exist and nothing was applied. */
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
