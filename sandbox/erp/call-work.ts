/**
 * Executes one call: parses the body, identifies the caller, waits for the cart row, and runs the handler in one
 * transaction. As observed on real servers, broken JSON precedes 401, and 401 precedes every other 422.
 */
import { checkRights } from './account/api-user';
import { identify, type Identity, type TokenReader } from './account/tokens';
import { withSession } from './answer-cookies';
import type { Call } from './call';
import { newestOpenCart } from './cart/open-carts';
import type { Knobs } from './controls';
import type { FaultInput } from './faults';
import {
  ConnectionCut,
  Refusal,
  redirect,
  refusalResponse,
  unauthorized,
  type ErpRequest,
  type ErpResponse,
} from './protocol/exchange';
import { languageOf } from './protocol/language';
import { readPosted, type ReadBody } from './protocol/posted';
import { Router, checkParams, correctSlash, type Match, type Route } from './protocol/router';
import { ROUTES } from './routes';
import type { Target } from './target';

export interface Visit {
  request: ErpRequest;
  target: Target;
  fault: FaultInput | null;
  /** Called with the id of the calling customer, for the request log. */
  seen: (customerId: number) => void;
}

const NO_HEADERS: Readonly<Record<string, string | undefined>> = {};

export class CallWork {
  private readonly router = new Router(ROUTES);

  constructor(
    private readonly knobs: Knobs,
    private readonly readToken: TokenReader,
  ) {}

  async answer(visit: Visit): Promise<ErpResponse> {
    const { request, target } = visit;
    const { erp } = this.knobs;
    const match = this.find(target);
    const moved = this.wrongSlash(match.route, request, target);
    if (moved) return moved;
    const body = await readPosted(match.route, request, erp.quirks.has('json-type-only'));
    const identity = await identify(erp, this.readToken, request.headers ?? NO_HEADERS);
    this.admit(match.route, identity, visit);
    if (body.fault) throw body.fault;
    const delayMs = await this.delay(match.route, visit);
    const call = this.callOf(match, visit, body, identity);
    const settle = (answer: ErpResponse) =>
      withSession(erp, match.route, target.path, identity, answer);
    try {
      return settle(await this.queued(match.route, call, body, delayMs));
    } catch (cause) {
      if (cause instanceof Refusal) return settle(refusalResponse(cause));
      throw cause;
    }
  }

  /** `v2/cart/*` is an alias of `carts/*`; the published modules lack it. */
  private find(target: Target): Match {
    const { quirks } = this.knobs.erp;
    const isPlain = quirks.has('no-v2-alias') || quirks.has('released-calls-only');
    const path = isPlain ? target.path : target.path.replace(/^v2\/cart(?=\/)/, 'carts');
    return this.router.find(target.method, path, quirks);
  }

  private wrongSlash(route: Route, request: ErpRequest, target: Target): ErpResponse | null {
    if (!this.knobs.erp.quirks.has('slash-307')) return null;
    const right = correctSlash(route, target.path, this.knobs.erp.quirks);
    const host = request.headers?.['host'] ?? 'erp.invalid';
    return right === null ? null : redirect(307, `http://${host}/${right}`);
  }

  private admit(route: Route, identity: Identity | null, visit: Visit): void {
    const customer = identity?.customer ?? null;
    if (route.auth === 'required' && !customer) throw unauthorized();
    if (route.auth === 'optional' && identity && !customer) throw unauthorized();
    if (customer) visit.seen(customer.id);
  }

  /**
   * With the quirk `late-401` the ERP checks the token's expiry when a worker is free. A token that expired while the
   * call waited gets 401.
   */
  private admitLate(route: Route, { claims }: Call): void {
    const { erp } = this.knobs;
    if (route.auth === 'none' || !claims || !erp.quirks.has('late-401')) return;
    const { exp } = claims;
    if (typeof exp === 'number' && exp * 1000 <= erp.clock.now()) throw unauthorized();
  }

  private callOf(match: Match, visit: Visit, body: ReadBody, identity: Identity | null): Call {
    const { request, target } = visit;
    return {
      erp: this.knobs.erp,
      request,
      path: target.path,
      params: checkParams(match),
      query: target.query,
      body: body.value,
      fields: body.fields,
      files: body.files,
      lang: languageOf(request.headers?.['accept-language']),
      customer: identity?.customer ?? null,
      claims: identity?.claims ?? null,
      sawNoCart: false,
    };
  }

  /** An injected delay holds the row of a cart call; any other call only takes longer. */
  private async delay(route: Route, { fault, request }: Visit): Promise<number> {
    const { erp } = this.knobs;
    const delayMs = fault?.delay_ms ?? 0;
    if (delayMs === 0 || route.row) return delayMs;
    await erp.scheduler.sleep(delayMs);
    const isDropped = request.signal?.aborted === true && !erp.quirks.has('late-apply');
    if (isDropped && route.method !== 'GET') throw new ConnectionCut('the caller has gone');
    return 0;
  }

  private async queued(
    route: Route,
    call: Call,
    body: ReadBody,
    delayMs: number,
  ): Promise<ErpResponse> {
    const { erp, rows } = this.knobs;
    const work = (change: Partial<Call> = {}) =>
      erp.store.atomically(() => {
        this.admitLate(route, call);
        checkRights(route, call);
        return route.run({ ...call, ...change });
      });
    const { customer } = call;
    if (!route.row || !customer) return work();
    const visit = {
      customerId: customer.id,
      kind: route.row === 'write' ? 'write' : body.isEmptySync ? 'empty sync' : 'sync',
      delayMs,
      signal: call.request.signal,
      hasOpenCart: () => newestOpenCart(erp, customer.id) !== null,
    } as const;
    return rows.within(visit, (sawNoCart) => work({ sawNoCart }));
  }
}
