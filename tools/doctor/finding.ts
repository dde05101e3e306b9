import { fetch, type RequestInit, type Response } from 'undici';
import type { z } from 'zod';
import { whyUnanswered } from '../answers-of-servers';

/** One result of the doctor: the subject, its state, and the fix. */
export interface Finding {
  what: string;
  state: 'ok' | 'warn' | 'fail';
  text: string;
  /** Setting to change or action to take; absent if the state is ok. */
  mend?: string;
}

export const ok = (what: string, text: string): Finding => ({ what, state: 'ok', text });
export const warn = (what: string, text: string, mend: string): Finding => ({
  what,
  state: 'warn',
  text,
  mend,
});
export const fail = (what: string, text: string, mend: string): Finding => ({
  what,
  state: 'fail',
  text,
  mend,
});

/** A service's response, with the timing and its clock. */
export interface Reply {
  status: number;
  type: string;
  text: string;
  location: string | null;
  /** Authentication scheme that the service demands, such as `Basic`; null if it names none. */
  challenge: string | null;
  /** `X-Elastic-Product`, which Elasticsearch sends and OpenSearch does not. */
  productHeader: string | null;
  /** Duration until the response, in ms. */
  ms: number;
  /** Seconds until the response if it exceeded the first time limit; else null. */
  slowSeconds: number | null;
  /** Seconds by which the service's clock is ahead of ours; null if it sends no `Date` header. */
  aheadSeconds: number | null;
}

interface Patience {
  firstMs: number;
  secondMs: number;
}

/**
 * First the time limit of the shop's ERP reads (P-39), then a longer one. A server that has just started builds its
 * application at the first request and continues during the second.
 */
const patienceOfShop: Patience = { firstMs: 8_000, secondMs: 12_000 };

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TimeoutError';

async function answerOf(url: string, init: RequestInit, patience: Patience): Promise<Response> {
  const once = (ms: number): Promise<Response> =>
    fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ms), ...init });
  try {
    return await once(patience.firstMs);
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return once(patience.secondMs);
  }
}

/** Never throws: a string result is the reason of the failure. Retries a timeout once, with a longer limit. */
export async function ask(
  url: string,
  init: RequestInit,
  now: () => Date,
  { caSetting, ...given }: Partial<Patience> & { caSetting?: string } = {},
): Promise<Reply | string> {
  const patience = { ...patienceOfShop, ...given };
  const began = performance.now();
  try {
    const response = await answerOf(url, init, patience);
    const ms = performance.now() - began;
    const date = Date.parse(response.headers.get('date') ?? '');
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      text: (await response.text()).slice(0, 4_000_000),
      location: response.headers.get('location'),
      challenge: response.headers.get('www-authenticate')?.split(' ', 1)[0] ?? null,
      productHeader: response.headers.get('x-elastic-product'),
      ms,
      slowSeconds: ms > patience.firstMs ? Math.round(ms / 1000) : null,
      aheadSeconds: Number.isNaN(date) ? null : Math.round((date - now().getTime()) / 1000),
    };
  } catch (error) {
    if (!isTimeout(error)) return whyUnanswered(error, caSetting);
    const [first, second] = [patience.firstMs / 1000, patience.secondMs / 1000];
    return `no answer within ${first} s, nor within ${second} s when asked again: it is busy or still starting, or a firewall drops the request`;
  }
}

/** Parses the body with `schema`; null if it does not match. */
export function readAs<T>(schema: z.ZodType<T>, { text }: Reply): T | null {
  try {
    const read = schema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    // The body is empty or not JSON.
    return null;
  }
}

const mostSkewSeconds = 30;

/** The shop omits optional page parts after 1.5 s (page/optional.ts), and a page makes several sequential calls. */
const slowMs = 1_000;

/** Warns about a slow response. */
export function slownessOf(what: string, reply: Reply | string): Finding[] {
  if (typeof reply === 'string') return [];
  const { ms, slowSeconds } = reply;
  const name = `${what} speed`;
  if (slowSeconds !== null) {
    const text = `slow: answered after ${slowSeconds} s, asked twice`;
    return [warn(name, text, 'just started? warm it up, and run the doctor again')];
  }
  if (ms < slowMs) return [];
  return [
    warn(
      name,
      `slow: answered after ${(ms / 1000).toFixed(1)} s; parts of pages are left out after 1.5 s, and some pages fail after 3 s`,
      'just started? run the doctor again; else give it more workers',
    ),
  ];
}

/** The shop accepts ID tokens with up to 30 s of clock skew (P-4). ERP dates decide which offers are valid. */
export function clockOf(what: string, reply: Reply | string): Finding[] {
  if (typeof reply === 'string' || reply.aheadSeconds === null) return [];
  const ahead = reply.aheadSeconds;
  const name = `${what} clock`;
  if (Math.abs(ahead) <= mostSkewSeconds) return [ok(name, `within ${mostSkewSeconds} s of ours`)];
  const side = ahead > 0 ? 'ahead of' : 'behind';
  const text = `${Math.abs(ahead)} s ${side} ours`;
  return [fail(name, text, 'synchronise both clocks (NTP); sign-in fails beyond 30 s')];
}
