/**
 * Overload gate in front of everything else (P-59, P-60). When the process cannot keep up, it rejects the requests of
 * lowest priority in a fraction of a millisecond, so that accepted ones are answered in time. They get a 503 with a
 * short page in the customer's language and a randomized `Retry-After`. The gate reads no session and logs no line per
 * request: one line a second reports the count.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { localeOf } from '../../auth/locale';
import type { RootLog } from '../../observe/logger';
import type { Metrics } from '../../observe/metrics';
import { bareHeaders } from '../bare-headers';
import type { FormFields } from '../form-head';
import { readClientNetwork } from '../limits/network';
import { postedFields } from '../limits/posted-form';
import { refusalPage } from '../limits/refusal-page';
import type { RouteOf, RoutePolicy } from '../policy/route-policy';
import { referenceFor } from '../request-id';
import { Arrivals, hasBody } from './arrivals';
import { Backlog } from './backlog';
import { cutIdleReader } from './idle-reader';
import { chanceOf, isVital, lagOfQueue, Pressure, priorityOf, type QueueSeen } from './pressure';

interface Shedding {
  /** Wraps the app with the gate. */
  gate(app: RequestListener): RequestListener;
  stop(): void;
}

export interface SheddingOptions {
  log: RootLog;
  metrics: Pick<Metrics, 'count' | 'pressure'>;
  stylesheet: string | null;
  secure: boolean;
  routeOf: RouteOf;
  /** Whether the request has a session cookie that this shop has issued. */
  hasSession: (request: IncomingMessage) => boolean;
  /** Number of trusted proxies in front; with at least one, X-Request-Id is trusted. */
  proxies: number;
  /** Mean lag of the event loop since the last call; measured by default. */
  lagMs?: () => number;
  /** Connections that wait in the kernel's accept queue (accept-queue.ts). */
  waiting?: () => number;
  /** Connections that the process has accepted so far. */
  taken?: () => number;
  random?: () => number;
  /** Nothing is rejected with fewer requests in flight: they are not the cause of the lag. */
  fewestInFlight?: number;
  /** Limit of requests in the app; above it everything is rejected except health checks and files. */
  mostInFlight?: number;
  /** Number of arriving bodies above which each network is limited to `mostArrivingOfOne`. */
  manyArriving?: number;
  mostArrivingOfOne?: number;
  /** How long a response may wait for a client that reads nothing. */
  readerPatienceMs?: number;
}

const everyMs = 100;
const resolutionMs = 10;
/** Guests who would wait longer are rejected at once; customers wait. */
const visitorPatienceMs = 250;
/** Lag of an event loop that is always busy. */
const busyLagMs = 20;
/** Factor by which the remembered queue length decays per sample. */
const queueFades = 0.9;

function measuredLag(): { lagMs: () => number; stop: () => void } {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  return {
    lagMs() {
      const mean = delay.mean / 1e6;
      delay.reset();
      // No sample at all: the event loop did not complete one turn.
      return Number.isNaN(mean) ? everyMs : Math.max(0, mean - resolutionMs);
    },
    stop: () => void delay.disable(),
  };
}

/** Returns a function that samples the accept queue since its last call. */
function watchedQueue({
  waiting = () => 0,
  taken = () => 0,
}: Pick<SheddingOptions, 'waiting' | 'taken'>): () => QueueSeen {
  let before = taken();
  let lookedAt = performance.now();
  return () => {
    const [all, now] = [taken(), performance.now()];
    const seen = { waiting: waiting(), taken: all - before, sinceMs: now - lookedAt };
    [before, lookedAt] = [all, now];
    return seen;
  };
}

/** Two to ten seconds: spreads the retries of clients that are rejected together. */
const retryAfterSeconds = (random: () => number): number => 2 + Math.floor(random() * 9);

/** Logs one line a second about rejected requests. */
function tally(log: RootLog, pressure: Pressure) {
  let refused = 0;
  return {
    add: () => void (refused += 1),
    tell: () => {
      if (refused > 0)
        log.warn(
          { event: 'overload.refused', count: refused, share: Number(pressure.share.toFixed(2)) },
          'more came than could be served',
        );
      refused = 0;
    },
  };
}

/**
 * Responds to rejected requests. Uses no promise unless it reads a form, because it runs more often than anything else
 * in a rush.
 */
function createRefusals(options: SheddingOptions) {
  const { stylesheet, random = Math.random } = options;
  const headers = Object.entries(bareHeaders(options.secure)).flat();

  function answer(
    { url = '/', method, headers: sent }: IncomingMessage,
    response: ServerResponse,
    policy: RoutePolicy | null,
    posted: FormFields | null,
  ): void {
    const seconds = retryAfterSeconds(random);
    const named = sent['x-request-id'];
    const reference = referenceFor(
      options.proxies > 0 && typeof named === 'string' ? named : undefined,
    );
    const page =
      policy?.load === 'suggestion'
        ? ''
        : refusalPage(
            {
              reason: 'tooMuch',
              status: 503,
              locale: localeOf(url),
              reference,
              retryAfterSeconds: seconds,
              here: url,
              wasForm: method === 'POST',
              posted,
            },
            stylesheet,
          );
    response.writeHead(503, [
      ...headers,
      'Retry-After',
      String(seconds),
      'X-Request-Id',
      reference,
      'Content-Length',
      String(Buffer.byteLength(page)),
    ]);
    response.end(page);
  }

  return function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    policy: RoutePolicy | null,
  ): void {
    if (request.method !== 'POST' || policy?.load === 'suggestion') {
      answer(request, response, policy, null);
      return;
    }
    postedFields(request, policy)
      .then((posted) => answer(request, response, policy, posted))
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  };
}

export function createShedding(options: SheddingOptions): Shedding {
  const { log, metrics, random = Math.random } = options;
  const { fewestInFlight = 12, mostInFlight = 1_000 } = options;
  const { manyArriving = 500, mostArrivingOfOne = 50, readerPatienceMs = 60_000 } = options;
  const pressure = new Pressure();
  const measured = options.lagMs ? null : measuredLag();
  const lagMs = options.lagMs ?? measured?.lagMs ?? (() => 0);
  const refusals = tally(log, pressure);
  const arrivals = new Arrivals({ many: manyArriving, mostOfOne: mostArrivingOfOne });
  const refuse = createRefusals(options);
  const queue = watchedQueue(options);
  let queued = 0;
  const backlog = new Backlog();
  let ticks = 0;
  metrics.pressure(() => ({ share: pressure.share, inFlight: backlog.underWay }));
  const timer = setInterval(() => {
    const seen = queue();
    // Let the remembered length decay over a second: a queue that rejections have just emptied would otherwise fill up
    // again.
    queued = Math.max(seen.waiting, queued * queueFades);
    const lag = lagMs();
    pressure.observe(lag, lagOfQueue(seen));
    backlog.look(lag > busyLagMs, seen.sinceMs);
    if ((ticks += 1) % 10 === 0) refusals.tell();
  }, everyMs).unref();

  return {
    gate: (app) => (request, response) => {
      const { method = 'GET', url = '/' } = request;
      const policy = options.routeOf(url)?.policy ?? null;
      const full = backlog.underWay >= mostInFlight && !isVital(url);
      const network = hasBody(request) ? readClientNetwork(request, options.proxies) : null;
      const flooded = network !== null && arrivals.isFullFor(network);
      const isLate = backlog.waitMs > visitorPatienceMs;
      const isMuch = backlog.underWay + queued >= fewestInFlight && (isLate || pressure.share > 0);
      const hasSession = () => options.hasSession(request);
      const hasRoom = (): boolean => {
        const worth = priorityOf({ method, url, hasSession, load: policy?.load ?? null });
        if (random() < chanceOf(worth, pressure.share)) return false;
        return !isLate || worth === 'customer' || worth === 'never-refused';
      };
      if (full || flooded || (isMuch && !hasRoom())) {
        refusals.add();
        metrics.count('overload.refused');
        refuse(request, response, policy);
        return;
      }
      cutIdleReader(response, readerPatienceMs);
      const begin = (): void => {
        backlog.begin();
        response.once('close', () => backlog.end());
      };
      if (network === null) begin();
      else arrivals.add({ request, response }, network, begin);
      app(request, response);
    },
    stop() {
      clearInterval(timer);
      measured?.stop();
      refusals.tell();
    },
  };
}
