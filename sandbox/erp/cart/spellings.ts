/** Each cart action has three paths: short, with `current`, and with a uuid (contract/erp.md 2.1). */
import type { CustomerCall } from '../call';
import type { ErpResponse } from '../protocol/exchange';
import { signedIn, type Method, type Route, type RouteOptions } from '../protocol/router';

interface ActionOptions extends RouteOptions {
  /** The carrier calls accept any text as the uuid. */
  anyUuid?: boolean;
}

export function cartAction(
  method: Method,
  word: string,
  run: (call: CustomerCall) => ErpResponse,
  { anyUuid = false, ...options }: ActionOptions = {},
): Route[] {
  const waits: RouteOptions = method === 'POST' ? { row: 'write', ...options } : options;
  const uuid = anyUuid ? '{any:text}' : '{uuid:uuid}';
  return [`carts/${word}`, `carts/current/${word}`, `carts/${uuid}/${word}`].map((pattern) =>
    signedIn(method, pattern, run, waits),
  );
}
