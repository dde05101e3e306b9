/**
 * One HTTP call to an upstream (OPS-02, OPS-04, P-39 … P-44). Every call has an absolute deadline, bulkhead and breaker
 * (guard/), one jittered retry (reads only) and a limit on the response size. It logs one line and records one metric.
 * This module knows neither products nor tokens.
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
import { readAnswer, describeAnswer, type RawAnswer } from './raw-answer';
import { encodeBody, type RequestBody } from './request-body';
import { classifyFault, timeoutDetails } from './transport-fault';

export interface UpstreamRequest {
  /** Method and path template, as the log and the metrics show them. */
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: RequestBody;
  timeoutMs: number;
  stream: boolean;
  /**
   * For a file: aborts when the reader of the file disconnects. A call that has not started yet continues like any
   * other.
   */
  gone?: AbortSignal | undefined;
  log: Log;
  reference: string;
  trace?: RequestTrace | null;
  customerRef: string | null;
  /** Called when a connection is available, right before the first byte is sent. False: nothing is sent or applied. */
  mayLeave?: (() => boolean) | undefined;
  /** A failure of this call neither counts for the breaker nor is retried. */
  uncounted?: boolean;
}

export interface Caller {
  send(request: UpstreamRequest): Promise<RawAnswer>;
  /** Rejects when the upstream gives no valid response; does nothing without a probe URL. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

interface CallerOptions {
  service: Service;
  origin: string;
  metrics: Metrics;
  /** Logs events that belong to no single request: the start and the end of the upstream's outage. */
  log?: Pick<Log, 'warn' | 'info'>;
  tuning?: GuardTuning;
  maxBytes?: number;
  random?: () => number;
  /** A cheap address that needs no session: any valid response means that the upstream is healthy again. */
  probeUrl?: string;
}

/**
 * Share of all connections that files may occupy, because a file for a slow reader keeps its connection until the end.
 */
const shareOfFiles = 3 / 8;

/** Timeout of a health check. */
const pingMs = 2_000;

/** Marks a response that counts against the upstream's health although the call itself did not throw. */
class Unavailable extends Error {
  constructor(readonly answer: RawAnswer) {
    super(describeAnswer(answer));
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
        // Below the usual keep-alive of servers and proxies (5 s), so that the shop closes the connection (P-45).
        keepAliveTimeout: 4_000,
        headersTimeout: 0,
        bodyTimeout: 0,
      }),
  );
  const files = new Bulkhead({
    concurrency: Math.max(1, Math.floor(concurrency * shareOfFiles)),
    queue: Math.floor(queue * shareOfFiles),
    maxWaitMs,
  });
  const { probeUrl } = options;
  const last = new LastFailure();
  const guard = createGuard({
    service,
    metrics,
    tuning,
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
    const body = request.body ? await encodeBody(request.body) : null;
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
        // A file has no deadline once it has started: it may stall for at most the time that its start may take.
        ...(request.stream ? { bodyTimeout: request.timeoutMs } : {}),
      });
    const asked = request.stream ? amongFiles(ask, request.gone) : ask();
    // undici ignores the abort signal while a call waits for a connection.
    const response = await unlessAborted(asked, deadline);
    return readAnswer(response, { stream: request.stream, maxBytes });
  }

  /** A file keeps its slot until it is complete or its reader disconnects. */
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

  /** One attempt through breaker and bulkhead. An unhealthy response counts there but is returned as a response. */
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
    const { reason, applied } = timedOut ? timeoutDetails(error) : classifyFault(error);
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
    /** Waits before the single retry of a read; false when there is no retry. */
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
 * Whether the upstream is unavailable, as opposed to one failed call: a 500 with the contract's JSON means that this
 * call failed and was rolled back, which does not affect other calls.
 */
const isUnavailable = ({ status, json }: RawAnswer): boolean =>
  status > 500 || (status === 500 && json === undefined);
