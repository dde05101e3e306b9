/**
 * A form of a page that another account has opened on the same browser is refused before it does anything:
 * what customer 1 typed is no order of customer 2.
 */
import type { PageRequest } from '../page';
import { isOthersKey } from './idempotency-key.server';

type Context = PageRequest['context'];
export interface PageOfAccount {
  context: Pick<Context, 'session'> & { log: Pick<Context['log'], 'warn'> };
}
type Fields = Iterable<readonly [name: string, value: unknown]>;

/** Hidden fields that hold a key of `newIdempotencyKey`: of the form itself, and of an order file that was read. */
const keyFields = new Set(['tx', 'draft']);

export const isOthersForm = (page: PageOfAccount, fields: Fields): boolean =>
  [...fields].some(
    ([name, value]) => keyFields.has(name) && typeof value === 'string' && isOthersKey(page, value),
  );

/** Throws 409 for a form of another account's page; no other 409 is thrown, the error page says what this one means. */
export function refuseOthersForm(page: PageOfAccount, fields: Fields): void {
  if (!isOthersForm(page, fields)) return;
  page.context.log.warn(
    { event: 'security.foreign_form' },
    'a form of a page that another account has opened was refused',
  );
  throw new Response(null, { status: 409, statusText: 'Conflict' });
}
