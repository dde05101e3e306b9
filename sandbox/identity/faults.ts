/**
 * Faults of the identity stand-in, set by tests in the same process or by `POST /_sandbox/faults`. A fault names the
 * call to hit and the effect; `times` limits it. `drop` closes the connection before the provider acts. `drop-after`
 * closes it afterwards: the response is lost although the provider has acted. For a refresh this means that the old
 * token is used up.
 */
import { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import type { Middleware, ProviderContext } from 'oidc-provider';
import { z } from 'zod';
import { readBody } from './body';
import type { IdentityKeys } from './keys';

const IDENTITY_CALLS = [
  'discovery',
  'jwks',
  'authorization',
  'token',
  'code',
  'refresh',
  'userinfo',
  'revocation',
  'end_session',
] as const;
/** `token` matches every call of the token endpoint; `code` and `refresh` match one grant type each. */
type IdentityCall = (typeof IDENTITY_CALLS)[number];

export const IdentityFault = z.strictObject({
  at: z.enum(IDENTITY_CALLS),
  kind: z.enum(['status', 'delay', 'hang', 'drop', 'drop-after', 'other-sub']),
  /** Status of a fault of kind `status`. With 400 the token endpoint returns `invalid_grant`. Default 503. */
  status: z.int().min(400).max(599).optional(),
  /** Delay of a fault of kind `delay`. Default 1000. */
  delayMs: z.int().min(0).max(120_000).optional(),
  /** Number of calls to hit; default: until cleared. */
  times: z.int().min(1).optional(),
});
export type IdentityFault = z.infer<typeof IdentityFault>;

export interface IdentityFaults {
  /** Adds a fault; the returned function removes it. */
  add(fault: IdentityFault): () => void;
  clear(): void;
  active(): IdentityFault[];
  /** Number of calls received, answered or not. */
  hits(call: IdentityCall): number;
  resetHits(): void;
}

interface FaultBoard extends IdentityFaults {
  record(calls: readonly IdentityCall[]): void;
  take(calls: readonly IdentityCall[]): IdentityFault | undefined;
}

export function createFaultBoard(): FaultBoard {
  let faults: IdentityFault[] = [];
  const hits = new Map<IdentityCall, number>();
  return {
    add(fault) {
      const own = { ...fault };
      faults.push(own);
      return () => void (faults = faults.filter((other) => other !== own));
    },
    clear: () => void (faults = []),
    active: () => faults.map((fault) => ({ ...fault })),
    hits: (call) => hits.get(call) ?? 0,
    resetHits: () => hits.clear(),
    record: (calls) => calls.forEach((call) => hits.set(call, (hits.get(call) ?? 0) + 1)),
    take(calls) {
      const fault = faults.find(({ at }) => calls.includes(at));
      if (fault?.times !== undefined) {
        fault.times -= 1;
        if (fault.times === 0) faults = faults.filter((other) => other !== fault);
      }
      return fault;
    },
  };
}

/** More than the library's own limit. */
const BODY_LIMIT_BYTES = 65_536;

const CALL_BY_PATH: Record<string, IdentityCall> = {
  '/.well-known/openid-configuration': 'discovery',
  '/jwks': 'jwks',
  '/auth': 'authorization',
  '/token': 'token',
  '/me': 'userinfo',
  '/token/revocation': 'revocation',
  '/session/end': 'end_session',
};

/** A copy of the request with an unread body: inspecting the grant type must not consume it. */
function withBody(req: IncomingMessage, body: Buffer): IncomingMessage {
  const copy = new IncomingMessage(req.socket);
  copy.method = req.method;
  copy.url = req.url;
  copy.headers = req.headers;
  // Node destroys the socket when an incomplete message ends.
  copy.complete = true;
  copy.push(body);
  copy.push(null);
  return copy;
}

async function callsOf(ctx: ProviderContext): Promise<IdentityCall[]> {
  const call = CALL_BY_PATH[ctx.path];
  if (call === undefined) return [];
  if (call !== 'token' || ctx.method !== 'POST') return [call];
  const body = (await readBody(ctx.req, BODY_LIMIT_BYTES)) ?? Buffer.alloc(0);
  ctx.req = withBody(ctx.req, body);
  ctx.request.req = ctx.req;
  const isRefresh = new URLSearchParams(body.toString()).get('grant_type') === 'refresh_token';
  return [isRefresh ? 'refresh' : 'code', 'token'];
}

const TokenAnswer = z.looseObject({ id_token: z.string().optional(), access_token: z.string() });

async function withOtherSubject(token: string, keys: IdentityKeys): Promise<string> {
  const claims = decodeJwt(token);
  const jwk = keys.current().find(({ kid }) => kid === decodeProtectedHeader(token).kid);
  if (jwk === undefined) return token;
  return new SignJWT({ ...claims, sub: `${claims.sub ?? ''}-other` })
    .setProtectedHeader({ ...decodeProtectedHeader(token), alg: 'RS256' })
    .sign(await importJWK(jwk, 'RS256'));
}

async function changeSubject(ctx: ProviderContext, keys: IdentityKeys): Promise<void> {
  const tokens = TokenAnswer.safeParse(ctx.body);
  if (tokens.success) {
    const { id_token, access_token } = tokens.data;
    ctx.body = {
      ...tokens.data,
      access_token: await withOtherSubject(access_token, keys),
      ...(id_token === undefined ? {} : { id_token: await withOtherSubject(id_token, keys) }),
    };
    return;
  }
  const claims = z.looseObject({ sub: z.string() }).safeParse(ctx.body);
  if (claims.success) ctx.body = { ...claims.data, sub: `${claims.data.sub}-other` };
}

function dropConnection(ctx: ProviderContext): void {
  ctx.respond = false;
  ctx.req.socket.destroy();
}

export function faultMiddleware(board: FaultBoard, keys: IdentityKeys): Middleware {
  return async (ctx, next) => {
    const calls = await callsOf(ctx);
    if (calls.length === 0) return next();
    board.record(calls);
    const fault = board.take(calls);
    if (fault?.kind === 'status') {
      ctx.status = fault.status ?? 503;
      const error = ctx.status === 400 ? 'invalid_grant' : 'server_error';
      ctx.body = { error, error_description: 'fault switched on' };
      return;
    }
    if (fault?.kind === 'hang') {
      ctx.respond = false;
      return;
    }
    if (fault?.kind === 'drop') return dropConnection(ctx);
    if (fault?.kind === 'delay') await sleep(fault.delayMs ?? 1000);
    await next();
    if (fault?.kind === 'drop-after') dropConnection(ctx);
    if (fault?.kind === 'other-sub') await changeSubject(ctx, keys);
  };
}
