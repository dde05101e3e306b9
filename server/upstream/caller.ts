/**
 * One HTTP call to an upstream, as every upstream is called: an absolute deadline, a bulkhead with a short
 * bounded queue, a circuit breaker, one jittered retry for reads only, a cap on the answer's size, one log
 * line and one metric per call (OPS-02, OPS-04, P-39 … P-44). It knows no product and no token.
 */
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  circuitBreaker,
  handleAll,
  SamplingBreaker,
  wrap,
} from 'cockatiel';
import { Pool } from 'undici';
import { errorDetail, type Log } from '../observe/logger';
import type { Metrics } from '../observe/metrics';
import { UpstreamFailure, type FailureReason, type Service } from './failure';

export type RequestBody = { kind: 'json'; text: string } | { kind: 'form'; form: FormData };

export interface UpstreamRequest {
  /** Method and path template: what log and metrics show. */
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: RequestBody;
  timeoutMs: number;
  stream: boolean;
  log: Log;
  reference: string;
  customerRef: string | null;
}

export interface RawAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  setCookies: readonly string[];
  contentType: string;
  contentLength: number | null;
  bytes: number;
  /** The parsed body when it is JSON; undefined when it is not. */
  json: unknown;
  /** Only when a stream was asked for and the status is a success. */
  stream: ReadableStream<Uint8Array> | null;
}

export interface Caller {
  send(request: UpstreamRequest): Promise<RawAnswer>;
  close(): Promise<void>;
}

export interface CallerOptions {
  service: Service;
  origin: string;
  metrics: Metrics;
  /** In flight at once, and how many may wait for a place. */
  concurrency?: number;
  queue?: number;
  maxBytes?: number;
  random?: () => number;
}

const retriable = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const jsonType = /^application\/([\w.-]+\+)?json\b/i;

/** Marks an answer that counts against the upstream's health without being an exception. */
class Ill extends Error {
  constructor(readonly answer: RawAnswer) {
    super(`status ${answer.status}`);
  }
}

export function createCaller(options: CallerOptions): Caller {
  const {
    service,
    origin,
    metrics,
    concurrency = 64,
    queue = 128,
    maxBytes = 8 * 1024 * 1024,
  } = options;
  const random = options.random ?? Math.random;
  const pool = new Pool(origin, {
    connections: concurrency,
    pipelining: 1,
    connect: { timeout: 3_000 },
    keepAliveTimeout: 4_000,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: 10_000,
    breaker: new SamplingBreaker({ threshold: 0.5, duration: 10_000, minimumRps: 2 }),
  });
  const policy = wrap(bulkhead(concurrency, queue), breaker);
  metrics.upstreamState(service, () => breaker.state);

  async function once(request: UpstreamRequest, deadline: AbortSignal): Promise<RawAnswer> {
    const url = new URL(request.url);
    const body = request.body ? await encoded(request.body) : null;
    const response = await pool.request({
      method: request.method,
      path: url.pathname + url.search,
      headers: { ...request.headers, ...(body ? { 'content-type': body.type } : {}) },
      body: body?.bytes ?? null,
      signal: deadline,
    });
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(response.headers)) {
      if (value !== undefined && name !== 'set-cookie')
        headers[name] = Array.isArray(value) ? value.join(', ') : value;
    }
    const cookies = response.headers['set-cookie'];
    const length = Number(headers['content-length']);
    const facts = {
      status: response.statusCode,
      headers,
      setCookies: cookies === undefined ? [] : Array.isArray(cookies) ? cookies : [cookies],
      contentType: headers['content-type'] ?? '',
      contentLength: Number.isSafeInteger(length) && headers['content-length'] ? length : null,
    };
    if (request.stream && response.statusCode >= 200 && response.statusCode < 300) {
      const web = webStreamOf(response.body);
      return { ...facts, bytes: 0, json: undefined, stream: web };
    }
    const text = await readText(response.body, maxBytes);
    return {
      ...facts,
      bytes: text.length,
      json: parsedJson(text, facts.contentType),
      stream: null,
    };
  }

  /** One attempt through bulkhead and breaker; a 5xx counts as illness but comes back as an answer. */
  async function attempt(request: UpstreamRequest, deadline: AbortSignal): Promise<RawAnswer> {
    try {
      return await policy.execute(async () => {
        const answer = await once(request, deadline);
        if (answer.status >= 500 || answer.status === 429) throw new Ill(answer);
        return answer;
      });
    } catch (error) {
      if (error instanceof Ill) return error.answer;
      throw error;
    }
  }

  function failure(request: UpstreamRequest, error: unknown, timedOut: boolean): UpstreamFailure {
    const { reason, applied } = timedOut ? timeoutFacts(error) : classify(error);
    return new UpstreamFailure(
      {
        service,
        operation: request.operation,
        reason,
        applied,
        status: null,
        reference: request.reference,
      },
      { cause: error },
    );
  }

  async function send(request: UpstreamRequest): Promise<RawAnswer> {
    const started = performance.now();
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), request.timeoutMs);
    let attempts = 0;
    let answer: RawAnswer | null = null;
    let fault: UpstreamFailure | null = null;
    const mayRetry = request.method === 'GET';
    try {
      for (;;) {
        attempts += 1;
        try {
          answer = await attempt(request, controller.signal);
          fault = null;
          if (!mayRetry || attempts > 1 || !retriable.has(answer.status)) break;
          await pause(retryDelay(answer.headers['retry-after'], random), controller.signal);
        } catch (error) {
          fault = failure(request, error, controller.signal.aborted);
          const again = mayRetry && attempts === 1 && fault.reason === 'unreachable';
          if (!again) break;
          await pause(random() * 500, controller.signal);
        }
      }
    } finally {
      clearTimeout(timer);
      report(request, { started, attempts, answer: fault ? null : answer, fault });
    }
    if (fault) throw fault;
    if (!answer) throw failure(request, new Error('no answer'), true);
    return answer;
  }

  function report(
    request: UpstreamRequest,
    facts: {
      started: number;
      attempts: number;
      answer: RawAnswer | null;
      fault: UpstreamFailure | null;
    },
  ): void {
    const ms = Math.round(performance.now() - facts.started);
    const status = facts.answer?.status ?? null;
    const ok = status !== null && status < 500;
    const outcome = facts.fault ? facts.fault.reason : String(status);
    metrics.upstreamCall(service, request.operation, outcome, ms / 1000);
    const [method, path] = request.operation.split(' ');
    const line = {
      event: `${service}.called`,
      reference: request.reference,
      customer: request.customerRef,
      method,
      path,
      status,
      ms,
      attempts: facts.attempts,
      bytes: facts.answer?.bytes ?? 0,
      ...(facts.fault ? { outcome, error: errorDetail(facts.fault.cause) } : {}),
    };
    if (ok) request.log.info(line, 'upstream call');
    else request.log.warn(line, 'upstream call failed');
  }

  return { send, close: () => pool.close() };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish);
  });
}

/** Full jitter within half a second; a Retry-After of up to five seconds is honoured (P-40). */
function retryDelay(retryAfter: string | undefined, random: () => number): number {
  const seconds = Number(retryAfter);
  if (retryAfter && Number.isFinite(seconds)) return Math.min(seconds, 5) * 1000;
  return random() * 500;
}

/** A body and its type; a form is encoded by the platform, with its own boundary. */
async function encoded(body: RequestBody): Promise<{ type: string; bytes: string | Uint8Array }> {
  if (body.kind === 'json') return { type: 'application/json', bytes: body.text };
  const form = new Response(body.form);
  const type = form.headers.get('content-type') ?? 'multipart/form-data';
  return { type, bytes: new Uint8Array(await form.arrayBuffer()) };
}

async function readText(
  body: AsyncIterable<Uint8Array> & { destroy(): unknown },
  maxBytes: number,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      body.destroy();
      throw new TooLarge(`answer above ${maxBytes} bytes`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

class TooLarge extends Error {}

function parsedJson(text: string, contentType: string): unknown {
  if (!jsonType.test(contentType)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Truncated or not JSON at all: the client of this caller treats undefined as "not the contract's JSON".
    return undefined;
  }
}

function webStreamOf(
  body: AsyncIterable<Uint8Array> & { destroy(): unknown },
): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: () => void body.destroy(),
  });
}

const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

interface Classified {
  reason: FailureReason;
  applied: 'nothing' | 'unknown';
}

/** A connection that was never made applied nothing; one that broke may have (contract/erp.md 10.5). */
function classify(error: unknown): Classified {
  if (error instanceof BrokenCircuitError) return { reason: 'unavailable', applied: 'nothing' };
  if (error instanceof BulkheadRejectedError) return { reason: 'overloaded', applied: 'nothing' };
  if (error instanceof TooLarge) return { reason: 'invalid-answer', applied: 'unknown' };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { reason: 'unreachable', applied: neverSent.has(code) ? 'nothing' : 'unknown' };
}

const timeoutFacts = (error: unknown): Classified => ({
  reason: 'timeout',
  applied: classify(error).applied,
});
