/**
 * One HTTP call to an upstream (OPS-02, OPS-04, P-39 … P-44). Every call has an absolute deadline, bulkhead and breaker
 * (guard/), one jittered retry (reads only) and a limit on the response size. It logs one line and records one metric.
 * This module knows neither products nor tokens.
 */
import { BrokenCircuitError } from 'cockatiel';
import { errorDetail, type Log } from '../observe/logger';
import type { RequestTrace, TracedCall } from '../observe/tracing';
import type { Metrics } from '../observe/metrics';
import { openConnections, type Connections } from './connections';
import { afterMs } from './deadline';
import { UpstreamFailure, type Service } from './failure';
import { createGuard, type Guard, type GuardTuning } from './guard/guard';
import { LastFailure } from './guard/last-failure';
import { outageLines } from './guard/outage-lines';
import { RetryBudget, retriableStatuses, retryDelayMs } from './guard/retry';
import { describeAnswer, type RawAnswer } from './raw-answer';
import type { RequestBody } from './request-body';
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

/** Timeout of a health check. */
const pingMs = 2_000;

/** Marks a response that counts against the upstream's health although the call itself did not throw. */
class Unavailable extends Error {
  constructor(readonly answer: RawAnswer) {
    super(describeAnswer(answer));
  }
}

interface Route {
  connections: Connections;
  guard: Guard;
}

async function probe(connections: Connections, url: string, patienceMs: number): Promise<void> {
  const answer = await connections.probe(url, patienceMs);
  if (answer.status >= 500 || answer.json === undefined) throw new Unavailable(answer);
}

/** One attempt through breaker and bulkhead. An unhealthy response counts there but is returned as a response. */
async function attempt(
  { connections, guard }: Route,
  request: UpstreamRequest,
  deadline: AbortSignal,
  call: TracedCall | null,
): Promise<RawAnswer> {
  try {
    const run = request.uncounted ? guard.runUncounted : guard.run;
    return await run(async () => {
      const answer = await connections.send(request, deadline, call);
      if (isUnavailable(answer)) throw new Unavailable(answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof Unavailable) return error.answer;
    throw error;
  }
}

export function createCaller(options: CallerOptions): Caller {
  const { service, origin, metrics, tuning = {}, maxBytes = 8 * 1024 * 1024 } = options;
  const random = options.random ?? Math.random;
  const connections = openConnections(origin, tuning, maxBytes);
  const { probeUrl } = options;
  const last = new LastFailure();
  const guard = createGuard({
    service,
    metrics,
    tuning,
    onChange: options.log && outageLines(options.log, service, last),
    probe: probeUrl === undefined ? undefined : (ms) => probe(connections, probeUrl, ms),
  });
  const budget = new RetryBudget();

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
          answer = await attempt({ connections, guard }, request, controller.signal, call);
          fault = null;
          if (!retriableStatuses.has(answer.status)) break;
          if (!(await again(answer.headers['retry-after']))) break;
        } catch (error) {
          fault = failureOf(service, request, error, controller.signal.aborted);
          if (fault.reason !== 'unreachable' || !(await again())) break;
        }
      }
    } finally {
      stopTimer();
      call?.end({ status: answer?.status ?? null, error: fault?.reason });
      reportCall({ service, metrics, guard, last }, request, {
        started,
        attempts,
        answer: fault ? null : answer,
        fault,
      });
    }
    if (fault) throw fault;
    if (!answer) throw failureOf(service, request, new Error('no answer'), true);
    return answer;
  }

  return {
    send,
    async ping() {
      if (probeUrl === undefined) return;
      try {
        await guard.runUncounted(() => probe(connections, probeUrl, pingMs));
      } catch (error) {
        if (!(error instanceof BrokenCircuitError)) throw error;
        throw new Error(last.refusal(guard.openSince()));
      }
    },
    close: async () => {
      guard.close();
      await connections.close();
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

function failureOf(
  service: Service,
  request: UpstreamRequest,
  error: unknown,
  timedOut: boolean,
): UpstreamFailure {
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

interface ReportParts {
  service: Service;
  metrics: Metrics;
  guard: Guard;
  last: LastFailure;
}

interface CallFacts {
  started: number;
  attempts: number;
  answer: RawAnswer | null;
  fault: UpstreamFailure | null;
}

/** Records the metric and the log line of a call, and the failure that may explain later rejections of the breaker. */
function reportCall(
  { service, metrics, guard, last }: ReportParts,
  request: UpstreamRequest,
  facts: CallFacts,
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
