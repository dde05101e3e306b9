import { fetch, type RequestInit, type Response } from 'undici';
import type { z } from 'zod';
import { whyUnanswered } from '../answers-of-servers';

/** One line of the doctor: what was looked at, how it is, and how to mend it. */
export interface Finding {
  what: string;
  state: 'ok' | 'warn' | 'fail';
  text: string;
  /** Setting to change or thing to do; not needed when all is well. */
  mend?: string;
}

export const ok = (what: string, text: string): Finding => ({ what, state: 'ok', text });
export const warn = (what: string, text: string, mend: string): Finding => ({
  ...{ what, state: 'warn', text, mend },
});
export const fail = (what: string, text: string, mend: string): Finding => ({
  ...{ what, state: 'fail', text, mend },
});

/** What a service answered to one question; its clock goes along. */
export interface Reply {
  status: number;
  type: string;
  text: string;
  location: string | null;
  /** How it wants callers to say who they are (`Basic`); null: it does not say. */
  challenge: string | null;
  /** `X-Elastic-Product`, which Elasticsearch sends and OpenSearch does not. */
  productHeader: string | null;
  /** How long this answer took. */
  ms: number;
  /** Null: it answered the first question in time; else after how many seconds it did. */
  slowSeconds: number | null;
  /** Seconds by which its clock is ahead of ours; null when it does not tell. */
  aheadSeconds: number | null;
}

interface Patience {
  firstMs: number;
  secondMs: number;
}

/**
 * As long as the shop waits for what it reads of the ERP (P-39), and once more: a server that has just been started
 * builds its application at the first question, and goes on with that while it is asked again.
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

/** Never throws: the text is why nothing came. What is slow is asked once more, with more time. */
export async function ask(
  url: string,
  init: RequestInit,
  now: () => Date,
  patience: Patience = patienceOfShop,
  caSetting?: string,
): Promise<Reply | string> {
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
    return `no answer within ${first} s, nor within ${second} s when asked again: it is busy or still starting, or a firewall in between drops the question`;
  }
}

/** The answer as `schema` reads it; null: it is another document, or none. */
export function readAs<T>(schema: z.ZodType<T>, { text }: Reply): T | null {
  try {
    const read = schema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    // A page, or nothing at all.
    return null;
  }
}

const mostSkewSeconds = 30;

/** Parts of pages are left out after 1.5 s (page/optional.ts), and a page has several calls one after the other. */
const slowMs = 1_000;

/** An answer that took long: said, not counted as a fault. */
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

/** ID tokens are accepted up to 30 s beside our clock (P-4), ERP dates decide what is on offer. */
export function clockOf(what: string, reply: Reply | string): Finding[] {
  if (typeof reply === 'string' || reply.aheadSeconds === null) return [];
  const ahead = reply.aheadSeconds;
  const name = `${what} clock`;
  if (Math.abs(ahead) <= mostSkewSeconds) return [ok(name, `within ${mostSkewSeconds} s of ours`)];
  const side = ahead > 0 ? 'ahead of' : 'behind';
  const text = `${Math.abs(ahead)} s ${side} ours`;
  return [fail(name, text, 'synchronise both clocks (NTP); sign-in fails beyond 30 s')];
}
