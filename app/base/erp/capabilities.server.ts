/**
 * Which calls this ERP has (contract/erp.md 2.1). When the module of a call is missing, the ERP responds 404 `Not
 * Found`, 405, or 422 about the path. Each process remembers a missing call for a while, hides the part of the page
 * that needs it without calling the ERP, and shows that part again once the ERP has the call.
 */
import type { AppContext } from '../../../server/context';
import type { ErpAnswer } from '../../../server/upstream/erp/erp-client';

export type Refused = Extract<ErpAnswer<unknown>, { kind: 'refused' }>;

/**
 * True when the ERP lacks the call. On a path without parameters, each of these three responses means that the call
 * does not exist and that the ERP changed nothing.
 */
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
