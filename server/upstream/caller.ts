/**
 * One HTTP call to an upstream, as every upstream is called: an absolute deadline, bulkhead and breaker
 * (guard/), one jittered retry for reads only, a cap on the answer's size, one log line and one metric per
 * call (OPS-02, OPS-04, P-39 … P-44). It knows no product and no token.
 */
import { BrokenCircuitError } from 'cockatiel';
import { Pool, type Dispatcher } from 'undici';
import { errorDetail, type Log } from '../observe/logger';
import type { RequestTrace, TracedCall } from '../observe/tracing';
import type { Metrics } from '../observe/metrics';
import { checkBeforeLeaving } from './leave-check';
import { afterMs, unlessAborted } from './deadline';
import { renewConnections } from './renewed-connections';
import { UpstreamFailure, type Service } from './failure';
import { Bulkhead } from './guard/bulkhead';
import { createGuard, type GuardTuning } from './guard/guard';
import { LastFailure } from './guard/last-failure';
import { outageLines } from './guard/outage-lines';
import { RetryBudget, retriableStatuses, retryDelayMs } from './guard/retry';
import { readAnswer, whatItAnswers, type RawAnswer } from './raw-answer';
import { encoded, type RequestBody } from './request-body';
import { classify, timeoutDetails } from './transport-fault';

export interface UpstreamRequest {
  /** Method and path template: what log and metrics show. */
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: RequestBody;
  timeoutMs: number;
  stream: boolean;
  /** Of a file: aborted when its reader has gone. What has not begun goes on: it is a call like any other. */
  gone?: AbortSignal | undefined;
  log: Log;
  reference: string;
  trace?: RequestTrace | null;
  customerRef: string | null;
  /** Asked with a connection at hand, right before the first byte leaves. False: nothing leaves, nothing is applied. */
  mayLeave?: (() => boolean) | undefined;
  /** Its failure does not count for the breaker, and it is not repeated. */
  uncounted?: boolean;
}

export interface Caller {
  send(request: UpstreamRequest): Promise<RawAnswer>;
  /** Throws when the upstream gives no answer of its own; says nothing where no probe is known. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface CallerOptions {
  service: Service;
  origin: string;
  metrics: Metrics;
  /** For what concerns no single request: the upstream is away, and is back. */
  log?: Pick<Log, 'warn' | 'info'>;
  tuning?: GuardTuning;
  maxBytes?: number;
  random?: () => number;
  /** A cheap address without a session: any answer of its own says that the upstream is healthy again. */
  probeUrl?: string;
}

/** Of all connections, those that files may keep: one that is taken slowly keeps its own for as long as that takes. */
const shareOfFiles = 3 / 8;

/** How long a question after the upstream's health may take. */
const pingMs = 2_000;

/** Marks an answer that counts against the upstream's health without being an exception. */
class Unavailable extends Error {
  constructor(readonly answer: RawAnswer) {
    super(whatItAnswers(answer));
  }
}

export function createCaller(options: CallerOptions): Caller {
  const { service, origin, metrics, tuning = {}, maxBytes = 8 * 1024 * 1024 } = options;
  const random = options.random ?? Math.random;
  const { concurrency = 64, queue = 128, maxWaitMs = 1_000 } = tuning;
  const pool = renewConnections(
    () =>
      new Pool(origin, {
        connections: concurrency,
        pipelining: 1,
        connect: { timeout: 3_000 },
        // Below what servers and proxies usually keep (5 s), so that we are the ones who close (P-45).
        keepAliveTimeout: 4_000,
        headersTimeout: 0,
        bodyTimeout: 0,
      }),
  );
  const files = new Bulkhead({
    concurrency: Math.max(1, Math.floor(concurrency * shareOfFiles)),
    ...{ queue: Math.floor(queue * shareOfFiles), maxWaitMs },
  });
  const { probeUrl } = options;
  const last = new LastFailure();
  const guard = createGuard({
    ...{ service, metrics, tuning },
    onChange: options.log && outageLines(options.log, service, last),
    probe: probeUrl === undefined ? undefined : (patienceMs) => probe(probeUrl, patienceMs),
  });
  const budget = new RetryBudget();

  async function once(
    request: UpstreamRequest,
    deadline: AbortSignal,
    call: TracedCall | null,
  ): Promise<RawAnswer> {
    const url = new URL(request.url);
    const body = request.body ? await encoded(request.body) : null;
    const connections = request.mayLeave
      ? pool.current().compose(checkBeforeLeaving(request.mayLeave))
      : pool.current();
    const ask = (): Promise<Dispatcher.ResponseData> =>
      connections.request({
        method: request.method,
        path: url.pathname + url.search,
        headers: {
          ...request.headers,
          ...call?.headers,
          ...(body ? { 'content-type': body.type } : {}),
        },
        body: body?.bytes ?? null,
        signal: deadline,
        // A file has no deadline once it has begun: it may stand still for no longer than it may take to begin.
        ...(request.stream ? { bodyTimeout: request.timeoutMs } : {}),
      });
    const asked = request.stream ? amongFiles(ask, request.gone) : ask();
    // A call that waits for a connection does not hear of its deadline.
    const response = await unlessAborted(asked, deadline);
    return readAnswer(response, { stream: request.stream, maxBytes });
  }

  /** A file keeps its place until the last of it has come, or its reader has gone. */
  const amongFiles = (
    ask: () => Promise<Dispatcher.ResponseData>,
    gone: AbortSignal | undefined,
  ): Promise<Dispatcher.ResponseData> =>
    new Promise((resolve, reject) => {
      files
        .run(async () => {
          const response = await ask();
          const { body } = response;
          const closed = new Promise((done) => body.once('close', done));
          const leave = (): void => void body.destroy();
          if (gone?.aborted) leave();
          else gone?.addEventListener('abort', leave);
          resolve(response);
          await closed;
          gone?.removeEventListener('abort', leave);
        })
        .catch(reject);
    });

  async function probe(url: string, patienceMs: number): Promise<void> {
    const { pathname, search } = new URL(url);
    const signal = AbortSignal.timeout(patienceMs);
    const headers = { accept: 'application/json' };
    const response = await pool.current().request({
      method: 'GET',
      path: pathname + search,
      headers,
      signal,
    });
    const answer = await readAnswer(response, { stream: false, maxBytes });
    if (answer.status >= 500 || answer.json === undefined) throw new Unavailable(answer);
  }

  /** One attempt through breaker and bulkhead; illness counts there but comes back as an answer. */
  async function attempt(
    request: UpstreamRequest,
    deadline: AbortSignal,
    call: TracedCall | null,
  ): Promise<RawAnswer> {
    try {
      const run = request.uncounted ? guard.runUncounted : guard.run;
      return await run(async () => {
        const answer = await once(request, deadline, call);
        if (isUnavailable(answer)) throw new Unavailable(answer);
        return answer;
      });
    } catch (error) {
      if (error instanceof Unavailable) return error.answer;
      throw error;
    }
  }

  function failure(request: UpstreamRequest, error: unknown, timedOut: boolean): UpstreamFailure {
    const { reason, applied } = timedOut ? timeoutDetails(error) : classify(error);
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
    const call = request.trace?.call(service, request.operation) ?? null;
    const controller = new AbortController();
    const stopTimer = afterMs(request.timeoutMs, () => controller.abort());
    let attempts = 0;
    let answer: RawAnswer | null = null;
    let fault: UpstreamFailure | null = null;
    const leftMs = (): number => request.timeoutMs - (performance.now() - started);
    /** Waits for the one repetition that a read has; false: it has none. */
    async function again(retryAfter?: string): Promise<boolean> {
      if (request.method !== 'GET' || request.uncounted || attempts > 1 || !budget.take())
        return false;
      const facts = { retryAfter, nowMs: Date.now(), leftMs: leftMs(), random };
      const delayMs = retryDelayMs(facts);
      if (delayMs === null) return false;
      await pause(delayMs, controller.signal);
      return true;
    }
    budget.called();
    try {
      for (;;) {
        attempts += 1;
        try {
          answer = await attempt(request, controller.signal, call);
          fault = null;
          if (!retriableStatuses.has(answer.status)) break;
          if (!(await again(answer.headers['retry-after']))) break;
        } catch (error) {
          fault = failure(request, error, controller.signal.aborted);
          if (fault.reason !== 'unreachable' || !(await again())) break;
        }
      }
    } finally {
      stopTimer();
      call?.end({ status: answer?.status ?? null, error: fault?.reason });
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
    const refused = facts.fault?.cause instanceof BrokenCircuitError;
    const cause = refused ? last.refusal(guard.openSince()) : errorDetail(facts.fault?.cause);
    const isIll = facts.answer ? isUnavailable(facts.answer) : outcome !== 'overloaded';
    if (isIll && !refused && !request.uncounted)
      last.note(outcome, request.operation, request.reference);
    const line = {
      event: `${service}.called`,
      customer: request.customerRef,
      method,
      path,
      status,
      ms,
      attempts: facts.attempts,
      bytes: facts.answer?.bytes ?? 0,
      ...(facts.fault ? { outcome, error: cause } : {}),
    };
    if (ok) request.log.info(line, 'upstream call');
    else request.log.warn(line, 'upstream call failed');
  }

  return {
    send,
    async ping() {
      if (probeUrl === undefined) return;
      try {
        await guard.runUncounted(() => probe(probeUrl, pingMs));
      } catch (error) {
        if (!(error instanceof BrokenCircuitError)) throw error;
        throw new Error(last.refusal(guard.openSince()));
      }
    },
    close: async () => {
      guard.close();
      await pool.close();
    },
  };
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

/**
 * An unavailable upstream, not a refusal: a 500 in the contract's JSON says that one call went wrong and was rolled
 * back, of which the other calls need know nothing.
 */
const isUnavailable = ({ status, json }: RawAnswer): boolean =>
  status > 500 || (status === 500 && json === undefined);
