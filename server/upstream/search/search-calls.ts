/**
 * Makes a search call: one absolute deadline over both attempts, breaker and bulkhead (guard/), one retry where it is
 * safe (every search is), and faults in the terms of log and page.
 */
import { errors } from '@elastic/elasticsearch';
import { BrokenCircuitError } from 'cockatiel';
import { errorDetail, short } from '../../observe/logger';
import { withoutQuoted } from '../../observe/redaction';
import { afterMs } from '../deadline';
import type { FailureReason } from '../failure';
import { BulkheadFull } from '../guard/bulkhead';
import { createGuard, Unjudged, type Guard, type Probe } from '../guard/guard';
import { LastFailure } from '../guard/last-failure';
import { outageLines } from '../guard/outage-lines';
import { RetryBudget, retriableStatuses, retryDelayMs } from '../guard/retry';
import { createExpensiveTextBulkhead, isExpensiveText } from './expensive-texts';
import type { SearchOptions } from './search';

/** The shop's own deadline, as opposed to a browser that disconnected. */
class SearchTimeout extends Error {
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
    this.name = 'SearchTimeout';
  }
}

interface Fault {
  reason: FailureReason;
  status: number | null;
  detail: string;
}

export function searchFault(error: unknown): Fault {
  if (error instanceof BrokenCircuitError)
    return { reason: 'unavailable', status: null, detail: 'circuit open' };
  if (error instanceof BulkheadFull)
    return { reason: 'overloaded', status: null, detail: error.message };
  if (error instanceof SearchTimeout)
    return { reason: 'timeout', status: null, detail: error.message };
  if (error instanceof errors.TimeoutError)
    return { reason: 'timeout', status: null, detail: error.name };
  if (error instanceof errors.ResponseError) {
    const status = error.statusCode ?? null;
    const reason =
      status === 401 || status === 403
        ? 'not-authorised'
        : status !== null && status < 500 && status !== 429
          ? 'invalid-answer'
          : 'unavailable';
    return { reason, status, detail: short(withoutQuoted(error.message)) };
  }
  if (error instanceof errors.ConnectionError)
    return { reason: 'unreachable', status: null, detail: errorDetail(error) };
  // Any other error means an invalid response, such as one above the size limit, which the client stops reading.
  return { reason: 'invalid-answer', status: null, detail: errorDetail(error) };
}

interface CallFacts {
  operation: string;
  /** Reference of the page request that made the call. */
  reference: string;
}

interface CallTiming {
  timeoutMs: number;
  signal: AbortSignal | undefined;
  /** The user's search text; empty for searches of the shop itself. */
  text: string;
  /** Number of attempts, incremented by each one, for the log. */
  tries: { attempts: number };
}

/** One attempt; a rejected query, or an error that `forgives` accepts, does not count against the engine's health. */
async function attempt<T>(
  guard: Guard,
  call: () => Promise<T>,
  forgives: (error: unknown) => boolean,
): Promise<T> {
  const settled = await guard.run(async () => {
    try {
      return { value: await call() };
    } catch (error) {
      const status = error instanceof errors.ResponseError ? (error.statusCode ?? 500) : 500;
      if (forgives(error) || status < 500) return { error };
      throw error;
    }
  });
  if ('error' in settled) throw settled.error;
  return settled.value;
}

/** Makes attempts for a text that may use up the engine's time until the deadline (`expensive-texts.ts`). */
function attemptsOfExpensiveTexts() {
  const dearPlaces = createExpensiveTextBulkhead();
  return async <T>(
    guard: Guard,
    call: () => Promise<T>,
    forgives: (error: unknown) => boolean,
  ): Promise<T> => {
    const unjudged = (error: unknown): never => {
      throw error instanceof SearchTimeout ? new Unjudged(error) : error;
    };
    try {
      return await dearPlaces.run(() => attempt(guard, () => call().catch(unjudged), forgives));
    } catch (error) {
      throw error instanceof Unjudged ? error.failure : error;
    }
  };
}

/** Starts the deadline of a call; `signal` is the browser's connection. */
function startDeadline(timeoutMs: number, signal: AbortSignal | undefined) {
  const started = performance.now();
  const controller = new AbortController();
  // Created only on a timeout, because an error captures a stack trace.
  let timeout: SearchTimeout | null = null;
  const stopTimer = afterMs(timeoutMs, () => {
    if (controller.signal.aborted) return;
    timeout = new SearchTimeout(timeoutMs);
    controller.abort(timeout);
  });
  const onGone = (): void => controller.abort();
  if (signal?.aborted) onGone();
  signal?.addEventListener('abort', onGone);
  return {
    signal: controller.signal,
    leftMs: () => timeoutMs - (performance.now() - started),
    faultOf: (error: unknown): unknown => timeout ?? error,
    /** Whether the browser disconnected before the deadline. */
    isGone: () => timeout === null && controller.signal.aborted,
    stop() {
      stopTimer();
      signal?.removeEventListener('abort', onGone);
    },
  };
}

export type SearchCalls = ReturnType<typeof createSearchCalls>;

export function createSearchCalls(
  options: Pick<SearchOptions, 'metrics' | 'tuning' | 'random' | 'log'> & {
    /** Whether a retry goes to another node. */
    otherNode: boolean;
    probe: Probe;
  },
) {
  const { metrics, tuning, otherNode, random = Math.random, probe } = options;
  const last = new LastFailure();
  const guard = createGuard({
    service: 'search',
    metrics,
    probe,
    ...(tuning ? { tuning } : {}),
    onChange: options.log && outageLines(options.log, 'search', last),
  });
  const budget = new RetryBudget();
  const attemptDear = attemptsOfExpensiveTexts();

  /**
   * Describes a fault for the log. A fault that shows an unhealthy engine is remembered, to explain the calls that the
   * breaker rejects next.
   */
  function describeFault(error: unknown, { operation, reference }: CallFacts): Fault {
    const fault = searchFault(error);
    if (error instanceof BrokenCircuitError)
      return { ...fault, detail: last.refusal(guard.openSince()) };
    const { reason, status } = fault;
    if (status === null ? reason !== 'overloaded' : status >= 500)
      last.note(status === null ? reason : String(status), operation, reference);
    return fault;
  }

  /** Whether one of several nodes failed: the retry goes to another. */
  const isOfNode = (error: unknown): boolean =>
    otherNode && (error instanceof errors.ConnectionError || error instanceof errors.TimeoutError);

  async function run<T>(timing: CallTiming, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { timeoutMs, signal, tries, text } = timing;
    const attemptOnce = isExpensiveText(text) ? attemptDear : attempt;
    const deadline = startDeadline(timeoutMs, signal);
    const { faultOf, isGone } = deadline;
    const once = async (forgives: (error: unknown) => boolean): Promise<T> => {
      tries.attempts += 1;
      const request = (): Promise<T> => call(deadline.signal).catch(rethrowAs(faultOf));
      try {
        return await attemptOnce(guard, request, forgives);
      } catch (error) {
        throw faultOf(error);
      }
    };
    budget.called();
    try {
      // A dying node fails all requests in progress at once: counting them would open the breaker for the other nodes
      // too.
      return await once((error) => isGone() || isOfNode(error));
    } catch (error) {
      if (deadline.signal.aborted) throw error;
      // Retry at once on another node: this adds no load to the failed one.
      if (isOfNode(error)) return await once(isGone);
      const { reason, status } = searchFault(error);
      const worth = reason === 'unreachable' || (status !== null && retriableStatuses.has(status));
      const facts = { retryAfter: undefined, nowMs: Date.now(), leftMs: deadline.leftMs(), random };
      const delayMs = worth && budget.take() ? retryDelayMs(facts) : null;
      if (delayMs === null) throw error;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      return await once(isGone);
    } finally {
      deadline.stop();
    }
  }

  return { run, describeFault, close: () => guard.close() };
}

const rethrowAs =
  (faultOf: (error: unknown) => unknown) =>
  (error: unknown): never => {
    throw faultOf(error);
  };
