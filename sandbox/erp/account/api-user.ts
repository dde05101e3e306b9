/**
 * Rights of the Odoo user under which the ERP executes the calls of customers. On Odoo 18 a user with only the
 * Shopinvader groups lacks some of them (contract/erp.md 21.1, quirk `api-user-rights`).
 */
import type { Call } from '../call';
import { accessError } from '../protocol/exchange';
import type { Route } from '../protocol/router';

/** Customer fields that only internal users of Odoo may write. */
const internalFields = ['opt_in', 'lang_id'];

const names = (body: unknown, keys: readonly string[]): boolean =>
  typeof body === 'object' && body !== null && keys.some((key) => key in body);

function isBeyondGroups({ method, segments }: Route, { body }: Call): boolean {
  const path = segments.map(({ word }) => word).join('/');
  if (method === 'GET') return path === 'settings';
  if (path === 'addresses/delivery') return true;
  if (path === 'customer') return names(body, internalFields);
  const transactions =
    typeof body === 'object' && body !== null && 'transactions' in body ? body.transactions : [];
  return /^carts\/.*\bsync\b/.test(path) && Array.isArray(transactions) && transactions.length > 0;
}

/** Throws 403 `AccessError` if the quirk is on and the user's groups do not permit the call. */
export function checkRights(route: Route, call: Call): void {
  if (call.erp.quirks.has('api-user-rights') && isBeyondGroups(route, call)) throw accessError();
}
