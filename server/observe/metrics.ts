/**
 * Golden signals for /metrics (P-74): requests, upstream calls, breakers, event loop. Labels come from closed sets
 * (route ids, path templates, outcomes), so the number of series is bounded.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { StoreEvent } from '../store/store-fault';
import { createCartMetrics, type CartMetrics } from './cart-metrics';

export interface Metrics {
  request(route: string, status: number, seconds: number): void;
  upstreamCall(service: string, operation: string, outcome: string, seconds: number): void;
  /** Registers a breaker; cockatiel's states: 0 closed, 1 open, 2 half open, 3 isolated. */
  upstreamState(service: string, state: () => number): void;
  /** Registers a bulkhead: calls in flight and waiting. */
  upstreamLoad(service: string, load: () => { inUse: number; queued: number }): void;
  /** Registers the overload gate: share of rejected requests (0 to 1), requests in flight. */
  pressure(read: () => { share: number; inFlight: number }): void;
  /** Registers the dependencies of `/readyz`; they are checked at each scrape. */
  dependencies(read: () => Promise<readonly { name: string; status: string }[]>): void;
  /** Registers the document count of each required index; 0 when an alias has no index. */
  indexSizes(read: () => Promise<readonly IndexSize[]>): void;
  /** Registers the expiry dates of the shop's and its upstreams' certificates. */
  certificates(read: () => Promise<readonly CertificateEnd[]>): void;
  count(event: string): void;
  readonly cart: CartMetrics;
  text(): Promise<string>;
  readonly contentType: string;
}

export interface IndexSize {
  index: string;
  locale: string;
  documents: number;
}

export interface CertificateEnd {
  /** Owner of the certificate: the shop or a dependency. */
  of: string;
  /** Expiry in seconds since 1970. */
  ends: number;
}

/** Payment incidents that a person must look into. */
export type Incident = 'payment.twice' | 'payment.differs' | 'payment.answer_lost';

/** Series of alerts and the dashboard start at 0: Prometheus sees no increase in a series that begins at 11. */
const watched: readonly string[] = [
  'sign_in.failed',
  'sign_in.succeeded',
  'session.ended',
  'token.renewed',
  'token.renewal_failed',
  'session.not_renewed',
  'overload.refused',
  ...(['store.unreadable', 'store.not_swept', 'store.index_rebuilt'] satisfies StoreEvent[]),
  ...(['payment.twice', 'payment.differs', 'payment.answer_lost'] satisfies Incident[]),
];

/** Beyond this many operation names the rest is counted together, so that series stay below 500 (P-74). */
const mostOperations = 80;

/** Histogram of durations by a label with few values; the counters contain the details. */
function durations(registry: Registry, name: string, help: string, label: string) {
  const buckets = [0.25, 1, 2.5, 10];
  return new Histogram({ name, help, labelNames: [label], buckets, registers: [registry] });
}

/** A gauge whose values are read at each scrape; values that are no longer reported lose their series. */
function asked<T>(
  registry: Registry,
  about: { name: string; help: string; labelNames: string[] },
  valueOf: (one: T) => { labels: Record<string, string>; value: number },
): (read: () => Promise<readonly T[]>) => void {
  let read: () => Promise<readonly T[]> = () => Promise.resolve([]);
  new Gauge({
    ...about,
    registers: [registry],
    async collect() {
      const found = (await read()).map(valueOf);
      this.reset();
      for (const { labels, value } of found) this.set(labels, value);
    },
  });
  return (next) => {
    read = next;
  };
}

const errorClass = (outcome: string): string =>
  /^[23]/.test(outcome)
    ? 'ok'
    : /^4/.test(outcome)
      ? 'refused'
      : /^5/.test(outcome)
        ? '5xx'
        : outcome;

const answered: ReadonlySet<string> = new Set(['ok', 'refused']);

/** Requests and upstream calls, counted as they end. */
function trafficMetrics(registry: Registry): Pick<Metrics, 'request' | 'upstreamCall'> {
  const requestSeconds = durations(
    registry,
    'shop_request_seconds',
    'Duration of page requests',
    'route',
  );
  const requests = new Counter({
    name: 'shop_requests_total',
    help: 'Page requests by what became of them',
    labelNames: ['route', 'status'],
    registers: [registry],
  });
  const callSeconds = durations(
    registry,
    'shop_upstream_seconds',
    'Duration of upstream calls',
    'service',
  );
  const outcomes = new Counter({
    name: 'shop_upstream_outcomes_total',
    help: 'Upstream calls by outcome: ok, refused (4xx), 5xx or what failed',
    labelNames: ['service', 'outcome'],
    registers: [registry],
  });
  const calls = new Counter({
    name: 'shop_upstream_calls_total',
    help: 'Upstream calls by name, answered or failed; a refusal is an answer',
    labelNames: ['service', 'operation', 'result'],
    registers: [registry],
  });
  const operations = new Set<string>();
  const known = (operation: string): string => {
    if (operations.size < mostOperations) operations.add(operation);
    return operations.has(operation) ? operation : 'other';
  };
  return {
    request: (route, status, duration) => {
      requestSeconds.observe({ route }, duration);
      requests.inc({ route, status: `${Math.floor(status / 100)}xx` });
    },
    upstreamCall: (service, operation, outcome, duration) => {
      callSeconds.observe({ service }, duration);
      const outcomeClass = errorClass(outcome);
      outcomes.inc({ service, outcome: outcomeClass });
      const result = answered.has(outcomeClass) ? 'answered' : 'failed';
      calls.inc({ service, operation: known(operation), result });
    },
  };
}

function breakerMetrics(registry: Registry): Pick<Metrics, 'upstreamState' | 'upstreamLoad'> {
  const states = new Map<string, () => number>();
  new Gauge({
    name: 'shop_upstream_breaker',
    help: 'Circuit breaker: 0 closed, 1 open, 2 half open',
    labelNames: ['service'],
    registers: [registry],
    collect() {
      for (const [service, state] of states) this.set({ service }, state());
    },
  });
  const loads = new Map<string, () => { inUse: number; queued: number }>();
  new Gauge({
    name: 'shop_upstream_load',
    help: 'Bulkhead: calls in flight and waiting for a place',
    labelNames: ['service', 'state'],
    registers: [registry],
    collect() {
      for (const [service, load] of loads) {
        const { inUse, queued } = load();
        this.set({ service, state: 'in_flight' }, inUse);
        this.set({ service, state: 'queued' }, queued);
      }
    },
  });
  return {
    upstreamState: (service, state) => void states.set(service, state),
    upstreamLoad: (service, load) => void loads.set(service, load),
  };
}

/** Values that each scrape reads. */
function polledMetrics(
  registry: Registry,
): Pick<Metrics, 'dependencies' | 'indexSizes' | 'certificates'> {
  const dependencies = asked<{ name: string; status: string }>(
    registry,
    {
      name: 'shop_dependency_up',
      help: 'Whether a dependency answers this instance: 1 yes, 0 no',
      labelNames: ['dependency'],
    },
    ({ name, status }) => ({ labels: { dependency: name }, value: status === 'ok' ? 1 : 0 }),
  );
  const indexSizes = asked<IndexSize>(
    registry,
    {
      name: 'shop_index_documents',
      help: 'Documents of a needed index, 0 where it is not there',
      labelNames: ['index', 'locale'],
    },
    ({ index, locale, documents }) => ({ labels: { index, locale }, value: documents }),
  );
  const certificates = asked<CertificateEnd>(
    registry,
    {
      name: 'shop_certificate_ends_seconds',
      help: 'When the certificate ends that is shown there, in seconds since 1970',
      labelNames: ['of'],
    },
    ({ of, ends }) => ({ labels: { of }, value: ends }),
  );
  return { dependencies, indexSizes, certificates };
}

function pressureMetrics(registry: Registry): Metrics['pressure'] {
  let readPressure = () => ({ share: 0, inFlight: 0 });
  new Gauge({
    name: 'shop_refused_share',
    help: 'Share of visitors turned away because of overload, 0 to 1',
    registers: [registry],
    collect() {
      this.set(readPressure().share);
    },
  });
  new Gauge({
    name: 'shop_requests_in_flight',
    help: 'Requests being answered',
    registers: [registry],
    collect() {
      this.set(readPressure().inFlight);
    },
  });
  return (read) => {
    readPressure = read;
  };
}

export function createMetrics(now: () => number = Date.now): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, gcDurationBuckets: [0.01, 0.1] });
  // Redundant: the sum of two other metrics, with a series per heap space, of which each Node release adds more.
  registry.removeSingleMetric('nodejs_heap_space_size_total_bytes');
  const events = new Counter({
    name: 'shop_events_total',
    help: 'Things that happened, by event name',
    labelNames: ['event'],
    registers: [registry],
  });
  for (const event of watched) events.inc({ event }, 0);
  new Gauge({
    name: 'shop_clock_seconds',
    help: 'What time it is for this instance, in seconds since 1970',
    registers: [registry],
    collect() {
      this.set(now() / 1000);
    },
  });
  return {
    ...trafficMetrics(registry),
    ...breakerMetrics(registry),
    ...polledMetrics(registry),
    pressure: pressureMetrics(registry),
    count: (event) => events.inc({ event }),
    cart: createCartMetrics(registry, now),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
