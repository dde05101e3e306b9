/**
 * The way of one request: availability, faults, route, body, identity, the wait for the cart row, the work
 * in one transaction, cookies. Order as seen: broken JSON before 401, 401 before every other 422.
 */
import { randomBytes } from 'node:crypto';
import { identify, type Identity, type TokenReader } from './account/tokens';
import type { Call } from './call';
import { newestOpenCart } from './cart/open-carts';
import type { Control, Knobs } from './controls';
import { handleControl } from './control-routes';
import type { FaultInput } from './faults';
import { SESSION_COOKIE, odooCookie, sessionCookie } from './protocol/cookies';
import {
  ConnectionCut,
  Refusal,
  html,
  internalError,
  json,
  redirect,
  refusalResponse,
  unauthorized,
  type ErpRequest,
  type ErpResponse,
} from './protocol/exchange';
import { languageOf } from './protocol/language';
import { readPosted, type ReadBody } from './protocol/posted';
import { Router, checkParams, correctSlash, type Match, type Route } from './protocol/router';
import { signText } from './protocol/signed-text';
import { ROUTES } from './routes';

export interface HandlerParts extends Knobs {
  control: Control;
  controlKey: string | undefined;
  readToken: TokenReader;
  log: (entry: Record<string, unknown>) => void;
}

const NO_DATA_BASE =
  '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n' +
  '<p>The requested URL was not found on the server.</p>\n';
const MAINTENANCE =
  '<!doctype html><title>503 Service Unavailable</title><h1>Service Unavailable</h1>\n';
const YEAR_S = 31_536_000;

interface Target {
  method: string;
  /** Below the base, without leading slash and query. */
  path: string;
  query: URLSearchParams;
}

function targetOf(request: ErpRequest): Target {
  const url = new URL(request.path, 'http://erp.invalid');
  return {
    method: request.method.toUpperCase(),
    path: decodeURIComponent(url.pathname).replace(/^\/+/, ''),
    query: url.searchParams,
  };
}

export function createHandler(parts: HandlerParts) {
  const { office, rows, faults, requests } = parts;
  const { quirks } = office;
  const router = new Router(ROUTES);

  function down(): ErpResponse {
    return quirks.has('html-404-when-down') ? html(404, NO_DATA_BASE) : html(503, MAINTENANCE);
  }

  function find(target: Target): Match {
    const alias = quirks.has('no-v2-alias') || quirks.has('released-calls-only');
    const path = alias ? target.path : target.path.replace(/^v2\/cart(?=\/)/, 'carts');
    return router.find(target.method, path, quirks);
  }

  function renewsCookie(route: Route, path: string, answer: ErpResponse): boolean {
    if (answer.cookies.some((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`))) return false;
    if (!quirks.has('bare-204')) return answer.status < 500;
    const bare = route.download === true || (answer.status === 204 && path.startsWith('carts'));
    return answer.status < 300 && !bare;
  }

  function withCookies(
    answer: ErpResponse,
    route: Route,
    path: string,
    identity: Identity | null,
  ): ErpResponse {
    const cookies = [...answer.cookies];
    const known = identity !== null && identity.by !== 'credentials' && route.auth !== 'none';
    const fresh = path === 'signin' && answer.status < 300;
    if (identity && (fresh || (known && identity.customer)) && renewsCookie(route, path, answer)) {
      const exp = Math.floor(office.clock.now() / 1000) + YEAR_S;
      const value = signText({ ...identity.claims, exp }, `session ${office.secret}`);
      cookies.push(sessionCookie(value, office.publicUrl().startsWith('https:')));
    }
    return { ...answer, cookies };
  }

  /** Runs the handler as one transaction; a refusal undoes what it wrote. */
  function work(route: Route, call: Call): ErpResponse {
    return office.store.atomically(() => route.run(call));
  }

  async function queued(route: Route, call: Call, body: ReadBody, delayMs: number) {
    const { customer } = call;
    if (!route.row || !customer) return work(route, call);
    const kind = route.row === 'write' ? 'write' : body.isEmptySync ? 'empty sync' : 'sync';
    const visit = {
      customerId: customer.id,
      kind,
      delayMs,
      signal: call.request.signal,
      hasOpenCart: () => newestOpenCart(office, customer.id) !== null,
    } as const;
    return rows.within(visit, (sawNoCart) => work(route, { ...call, sawNoCart }));
  }

  async function delayed(route: Route, fault: FaultInput | null, request: ErpRequest) {
    const delayMs = fault?.delay_ms ?? 0;
    if (delayMs === 0 || route.row) return delayMs;
    await office.scheduler.sleep(delayMs);
    const dropped = request.signal?.aborted && !quirks.has('late-apply');
    if (dropped && request.method !== 'GET') throw new ConnectionCut('the caller has gone');
    return 0;
  }

  async function routed(
    request: ErpRequest,
    target: Target,
    fault: FaultInput | null,
    seen: (customerId: number) => void,
  ): Promise<ErpResponse> {
    const match = find(target);
    const { route } = match;
    const headers = request.headers ?? {};
    if (quirks.has('slash-307')) {
      const right = correctSlash(route, target.path);
      const host = headers['host'] ?? 'erp.invalid';
      if (right !== null) return redirect(307, `http://${host}/${right}`);
    }
    const body = await readPosted(route, request, quirks.has('json-type-only'));
    const identity = await identify(office, parts.readToken, headers);
    if (route.auth === 'required' && !identity?.customer) throw unauthorized();
    if (route.auth === 'optional' && identity && !identity.customer) throw unauthorized();
    if (identity?.customer) seen(identity.customer.id);
    if (body.fault) throw body.fault;
    const delayMs = await delayed(route, fault, request);
    const call: Call = {
      office,
      request,
      path: target.path,
      params: checkParams(match),
      query: target.query,
      body: body.value,
      fields: body.fields,
      files: body.files,
      lang: languageOf(headers['accept-language']),
      customer: identity?.customer ?? null,
      claims: identity?.claims ?? null,
      sawNoCart: false,
    };
    const settle = (answer: ErpResponse) => withCookies(answer, route, target.path, identity);
    try {
      return settle(await queued(route, call, body, delayMs));
    } catch (cause) {
      if (cause instanceof Refusal) return settle(refusalResponse(cause));
      throw cause;
    }
  }

  function faultAnswer(fault: FaultInput): ErpResponse | null {
    if (fault.status === undefined) return null;
    if (typeof fault.body === 'string') return html(fault.status, fault.body);
    return json(fault.status, fault.body ?? { detail: 'Injected fault' });
  }

  async function faulty(
    request: ErpRequest,
    target: Target,
    seen: (customerId: number) => void,
  ): Promise<ErpResponse> {
    const fault = faults.take(target.method, target.path);
    const instead = fault && faultAnswer(fault);
    const untouched = fault?.drop === 'before' || (instead !== null && !fault?.applied);
    if (fault && untouched) {
      await office.scheduler.sleep(fault.delay_ms ?? 0);
      if (fault.drop === 'before') throw new ConnectionCut('dropped before the work');
      if (instead) return instead;
    }
    const answer = await routed(request, target, fault, seen);
    if (fault?.drop === 'after') throw new ConnectionCut('dropped after the work');
    return instead ?? answer;
  }

  function finished(answer: ErpResponse): ErpResponse {
    const headers = { ...answer.headers };
    const cookies = [...answer.cookies];
    if (quirks.has('bare-204') && answer.status === 204)
      headers['content-type'] = 'text/html; charset=utf-8';
    if (quirks.has('session-id-cookie') && answer.status < 400)
      cookies.push(odooCookie(randomBytes(20).toString('hex'), office.clock.now()));
    return { ...answer, headers, cookies };
  }

  async function answered(
    request: ErpRequest,
    target: Target,
    seen: (customerId: number) => void,
  ): Promise<ErpResponse> {
    if (!parts.availability.up) return down();
    try {
      return finished(await faulty(request, target, seen));
    } catch (cause) {
      if (cause instanceof Refusal) return refusalResponse(cause);
      if (cause instanceof ConnectionCut) throw cause;
      parts.log({ event: 'erp.failed', path: target.path, error: String(cause), cause });
      return refusalResponse(internalError());
    }
  }

  return async function handle(request: ErpRequest): Promise<ErpResponse> {
    const target = targetOf(request);
    if (target.path.startsWith('_sandbox/'))
      return handleControl(parts, request, target.method, target.path);
    const at = new Date(office.clock.now()).toISOString();
    let customerId: number | null = null;
    let status = 0;
    try {
      const answer = await answered(request, target, (id) => {
        customerId = id;
      });
      status = answer.status;
      return answer;
    } finally {
      const { method, path } = request;
      const language = request.headers?.['accept-language'] ?? null;
      const body = typeof request.body === 'string' ? request.body : null;
      requests.add({ at, method, path, language, customer_id: customerId, status, body });
      parts.log({ event: 'erp.request', method, path: target.path, status, customerId });
    }
  };
}
