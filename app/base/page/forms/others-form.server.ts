/**
 * Rejects a form from a page that another account opened on the same browser before it takes effect: input of customer
 * 1 must not become an order of customer 2.
 */
import type { PageRequest } from '../page';
import { isOthersKey } from './idempotency-key.server';

type Context = PageRequest['context'];
export interface PageOfAccount {
  context: Pick<Context, 'session'> & { log: Pick<Context['log'], 'warn'> };
}
type Fields = Iterable<readonly [name: string, value: unknown]>;

/** Hidden fields with a key of `newIdempotencyKey`: `tx` of the form itself, and `draft` of an uploaded order file. */
const keyFields = new Set(['tx', 'draft']);

export const isOthersForm = (page: PageOfAccount, fields: Fields): boolean =>
  [...fields].some(
    ([name, value]) => keyFields.has(name) && typeof value === 'string' && isOthersKey(page, value),
  );

/**
 * Throws 409 for a form from another account's page. No other code throws 409, so the error page can explain a 409 as
 * this case.
 */
export function refuseOthersForm(page: PageOfAccount, fields: Fields): void {
  if (!isOthersForm(page, fields)) return;
  page.context.log.warn(
    { event: 'security.foreign_form' },
    'a form of a page that another account has opened was refused',
  );
  throw new Response(null, { status: 409, statusText: 'Conflict' });
}
