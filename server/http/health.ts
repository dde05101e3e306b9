/**
 * /healthz reports that the process is alive, /readyz what it can do (OPS-01, P-65). An unavailable ERP or search
 * engine means "degraded", not "unready", because neither a restart nor another instance helps. Details go only to the
 * log.
 *
 * The addresses are public, so the dependencies are checked at most once in two seconds.
 */
import { Router } from 'express';
import { asyncHandler } from './locals';
import { localTime } from '../observe/local-time';
import { errorDetail, type RootLog } from '../observe/logger';
import type { Metrics } from '../observe/metrics';

export interface Dependency {
  name: string;
  /**
   * Whether the instance can serve no request without this dependency. May become false after the dependency's first
   * response.
   */
  needed: boolean;
  /** Throws or rejects when the dependency is unavailable. */
  check(): Promise<void>;
  /** Product and version, such as `OpenSearch 3.6.0`; null before its first response. */
  productTitle?(): string | null;
}

export interface Lifecycle {
  draining: boolean;
  /** The search vocabulary is still loading: load balancers should not send requests yet. */
  starting: boolean;
}

interface Result {
  name: string;
  needed: boolean;
  status: 'ok' | 'unavailable';
  product?: string;
}

const freshMs = 2_000;
const patienceMs = 5_000;

/** Rejects when the dependency does not respond in time: a hanging dependency is unavailable. */
async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), patienceMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Kind, message and cause of the error; the HTTP status when a proxy's error page has no message. */
function describeOutage(error: unknown): string {
  const wordless = error instanceof Error && error.message === '' && 'statusCode' in error;
  return errorDetail(error) + (wordless ? `answered ${String(error.statusCode)}` : '');
}

export function health(options: {
  version: string;
  dependencies: readonly Dependency[];
  lifecycle: Lifecycle;
  log: RootLog;
  metrics: Pick<Metrics, 'dependencies'>;
  /** Clock in milliseconds that never goes back. */
  now?: () => number;
}): Router {
  const { version, dependencies, lifecycle, log } = options;
  const { now = () => performance.now() } = options;
  let flight: { at: number; results: Promise<Result[]> } | null = null;

  const awaySince = new Map<string, number>();

  async function resultOf({ name, needed, check, productTitle }: Dependency): Promise<Result> {
    try {
      await inTime(check());
      const since = awaySince.get(name);
      awaySince.delete(name);
      if (since !== undefined)
        log.info(
          { event: 'dependency.back', dependency: name, detail: `away since ${localTime(since)}` },
          'a dependency answers again',
        );
      const product = productTitle?.() ?? null;
      return { name, needed, status: 'ok', ...(product === null ? {} : { product }) };
    } catch (error) {
      const since = awaySince.get(name) ?? Date.now();
      awaySince.set(name, since);
      log.warn(
        {
          event: 'dependency.unavailable',
          dependency: name,
          needed,
          since: new Date(since).toISOString(),
          error: describeOutage(error),
        },
        'a dependency does not answer',
      );
      return { name, needed, status: 'unavailable' };
    }
  }

  function resultsNow(): Promise<Result[]> {
    const at = now();
    if (!flight || at - flight.at >= freshMs)
      flight = { at, results: Promise.all(dependencies.map(resultOf)) };
    return flight.results;
  }

  options.metrics.dependencies(resultsNow);
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'alive', version });
  });
  router.get(
    '/readyz',
    asyncHandler(async (_request, response) => {
      if (lifecycle.draining || lifecycle.starting) {
        response.status(503).json({ status: lifecycle.draining ? 'draining' : 'starting' });
        return;
      }
      const results = await resultsNow();
      const unready = results.some((result) => result.needed && result.status !== 'ok');
      const degraded = results.some((result) => result.status !== 'ok');
      response.status(unready ? 503 : 200).json({
        status: unready ? 'unready' : degraded ? 'degraded' : 'ready',
        dependencies: results,
      });
    }),
  );
  return router;
}
