/** Calls the ERP in tests as one customer, over HTTP or in process. */
import { z } from 'zod';
import { signText } from '../protocol/signed-text';
import type { Erp } from '../erp';
import type { ErpResponse } from '../protocol/exchange';

export const TOKEN_SECRET = 'secret of the tests';
export const AUDIENCE = 'erp';

const HOUR_S = 3_600;

export function tokenFor(email: string, now: number, change: Record<string, unknown> = {}): string {
  const exp = Math.floor(now / 1000) + HOUR_S;
  return signText({ sub: email, email, name: email, aud: AUDIENCE, exp, ...change }, TOKEN_SECRET);
}

export interface Answer {
  status: number;
  body: unknown;
  headers: Headers;
  cookies: string[];
}

export type Caller = (
  method: string,
  path: string,
  body?: unknown,
  extra?: { headers?: Record<string, string>; signal?: AbortSignal },
) => Promise<Answer>;

function encoded(body: unknown, headers: Record<string, string>): string | FormData | undefined {
  if (body === undefined || typeof body === 'string' || body instanceof FormData) return body;
  headers['content-type'] ??= 'application/json';
  return JSON.stringify(body);
}

function decoded(text: string, type: string | null): unknown {
  if (text === '') return null;
  const value: unknown = type?.includes('json') ? JSON.parse(text) : text;
  return value;
}

/** Calls over HTTP. Returns redirects instead of following them. */
export function httpCaller(base: string, common: Record<string, string> = {}): Caller {
  return async (method, path, body, extra = {}) => {
    const headers: Record<string, string> = { ...common, ...extra.headers };
    const sent = encoded(body, headers);
    const response = await fetch(`${base}/${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(sent === undefined ? {} : { body: sent }),
      ...(extra.signal ? { signal: extra.signal } : {}),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: decoded(text, response.headers.get('content-type')),
      headers: response.headers,
      cookies: response.headers.getSetCookie(),
    };
  };
}

function fromErp(response: ErpResponse): Answer {
  const { body } = response;
  const text = typeof body === 'string' ? body : body ? Buffer.from(body).toString('latin1') : '';
  return {
    status: response.status,
    body: decoded(text, response.headers['content-type'] ?? null),
    headers: new Headers(response.headers),
    cookies: response.cookies,
  };
}

/** Calls in process, for virtual time. */
export function erpCaller(erp: Erp, common: Record<string, string> = {}): Caller {
  return async (method, path, body, extra = {}) => {
    const headers: Record<string, string> = { ...common, ...extra.headers };
    const sent = encoded(body, headers);
    if (sent instanceof FormData) throw new TypeError('forms go over HTTP');
    const request = { method, path: `/${path}`, headers };
    return fromErp(
      await erp.handle({
        ...request,
        ...(sent === undefined ? {} : { body: sent }),
        ...(extra.signal ? { signal: extra.signal } : {}),
      }),
    );
  };
}

const WireLine = z.looseObject({
  id: z.number(),
  product_id: z.number(),
  name: z.string(),
  qty: z.number(),
  type: z.string(),
});

/** The parts of a cart, order or quotation that tests read; other keys are preserved. */
export const WireSale = z.looseObject({
  id: z.number(),
  uuid: z.string().nullable(),
  name: z.string(),
  typology: z.string(),
  state: z.string(),
  lines: z.array(WireLine),
  amount: z.looseObject({ untaxed: z.number(), tax: z.number(), total: z.number() }),
});
export type WireSale = z.infer<typeof WireSale>;

/** Quantities of the goods lines, by product. */
export function quantities(answer: Answer): Record<number, number> {
  const sale = WireSale.parse(answer.body);
  return Object.fromEntries(
    sale.lines
      .filter(
        (line) => line.type === 'product' && line.product_id > 0 && line.product_id < 9_000_000,
      )
      .map((line) => [line.product_id, line.qty]),
  );
}
