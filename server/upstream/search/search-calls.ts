/**
 * How a search call is made: one absolute deadline over both tries, breaker and bulkhead (guard/), one
 * repetition where that is safe (every search is), and what went wrong in the words of log and page.
 */
import { errors } from '@elastic/elasticsearch';
import { BrokenCircuitError } from 'cockatiel';
import { errorDetail, short } from '../../observe/logger';
import { withoutQuoted } from '../../observe/redaction';
import { afterMs } from '../deadline';
import type { FailureReason } from '../failure';
import { BulkheadFull } from '../guard/bulkhead';
import { createGuard, Unjudged, type Probe } from '../guard/guard';
import { LastFailure } from '../guard/last-failure';
import { outageLines } from '../guard/outage-lines';
import { RetryBudget, retriableStatuses, retryDelayMs } from '../guard/retry';
import { createDearPlaces, isDearText } from './dear-texts';
import type { SearchOptions } from './search';

/** Our own deadline, distinguished from a browser that went away. */
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
  // An answer above the size cap ends here too: the client stops reading it.
  return { reason: 'invalid-answer', status: null, detail: errorDetail(error) };
}

interface CallFacts {
  operation: string;
  /** Of the page that made the call. */
  reference: string;
}

interface CallTiming {
  timeoutMs: number;
  signal: AbortSignal | undefined;
  /** Of a visitor; empty where the question is the shop's own. */
  text: string;
  /** Counted up as the call goes on: for the log. */
  tries: { attempts: number };
}

export function createSearchCalls(
  options: Pick<SearchOptions, 'metrics' | 'tuning' | 'random' | 'log'> & {
    /** A repetition goes to another node. */
    otherNode: boolean;
    probe: Probe;
  },
) {
  const { metrics, tuning, otherNode, random = Math.random, probe } = options;
  const last = new LastFailure();
  const guard = createGuard({
    ...{ service: 'search', metrics, probe, ...(tuning ? { tuning } : {}) },
    onChange: options.log && outageLines(options.log, 'search', last),
  });
  const budget = new RetryBudget();
  const dearPlaces = createDearPlaces();

  /** What went wrong, for the log; a failure that tells of the engine's health is kept for the calls that it refuses next. */
  function told(error: unknown, { operation, reference }: CallFacts): Fault {
    const fault = searchFault(error);
    if (error instanceof BrokenCircuitError)
      return { ...fault, detail: last.refusal(guard.openSince()) };
    const { reason, status } = fault;
    if (status === null ? reason !== 'overloaded' : status >= 500)
      last.note(status === null ? reason : String(status), operation, reference);
    return fault;
  }

  /** The fault of one node of several: the next try goes to another. */
  const isOfNode = (error: unknown): boolean =>
    otherNode && (error instanceof errors.ConnectionError || error instanceof errors.TimeoutError);

  /** One try; a refusal, or what the caller forgives, is no illness of the engine. */
  async function attempt<T>(
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

  /** One try of a text that may cost the engine all the time of its deadline (`dear-texts.ts`). */
  async function attemptDear<T>(
    call: () => Promise<T>,
    forgives: (error: unknown) => boolean,
  ): Promise<T> {
    const unjudged = (error: unknown): never => {
      throw error instanceof SearchTimeout ? new Unjudged(error) : error;
    };
    try {
      return await dearPlaces.run(() => attempt(() => call().catch(unjudged), forgives));
    } catch (error) {
      throw error instanceof Unjudged ? error.failure : error;
    }
  }

  async function run<T>(timing: CallTiming, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { timeoutMs, signal, tries, text } = timing;
    const attemptOnce = isDearText(text) ? attemptDear : attempt;
    const started = performance.now();
    const controller = new AbortController();
    // Made when there is none in time: an error reads the stack that it is made on.
    let timeout: SearchTimeout | null = null;
    const stopTimer = afterMs(timeoutMs, () => {
      if (controller.signal.aborted) return;
      timeout = new SearchTimeout(timeoutMs);
      controller.abort(timeout);
    });
    const onGone = (): void => controller.abort();
    if (signal?.aborted) onGone();
    signal?.addEventListener('abort', onGone);
    const late = (): boolean => timeout !== null;
    const faultOf = (error: unknown): unknown => timeout ?? error;
    const isGone = (): boolean => !late() && controller.signal.aborted;
    const once = async (forgives: (error: unknown) => boolean): Promise<T> => {
      tries.attempts += 1;
      try {
        return await attemptOnce(() => call(controller.signal).catch(rethrowAs(faultOf)), forgives);
      } catch (error) {
        throw faultOf(error);
      }
    };
    budget.called();
    try {
      // A node that dies fails all that is under way on it at once: that would open the breaker of the others, too.
      return await once((error) => isGone() || isOfNode(error));
    } catch (error) {
      if (controller.signal.aborted) throw error;
      // Asked elsewhere at once: that puts nothing more on the node that failed.
      if (isOfNode(error)) return await once(isGone);
      const { reason, status } = searchFault(error);
      const worth = reason === 'unreachable' || (status !== null && retriableStatuses.has(status));
      const leftMs = timeoutMs - (performance.now() - started);
      const facts = { retryAfter: undefined, nowMs: Date.now(), leftMs, random };
      const delayMs = worth && budget.take() ? retryDelayMs(facts) : null;
      if (delayMs === null) throw error;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      return await once(isGone);
    } finally {
      stopTimer();
      signal?.removeEventListener('abort', onGone);
    }
  }

  return { run, told, close: () => guard.close() };
}

const rethrowAs =
  (faultOf: (error: unknown) => unknown) =>
  (error: unknown): never => {
    throw faultOf(error);
  };
