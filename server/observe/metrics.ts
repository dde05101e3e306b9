/**
 * Golden signals for /metrics (P-74): requests, upstream calls, breakers, event loop. Labels come from
 * closed sets (route ids, path templates, outcomes), so the number of series is bounded.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  request(route: string, status: number, seconds: number): void;
  upstreamCall(service: string, operation: string, outcome: string, seconds: number): void;
  /** Registers a breaker; cockatiel's states: 0 closed, 1 open, 2 half open, 3 isolated. */
  upstreamState(service: string, state: () => number): void;
  count(event: string): void;
  text(): Promise<string>;
  readonly contentType: string;
}

const seconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'shop_request_seconds',
    help: 'Duration of page requests',
    labelNames: ['route', 'status'],
    buckets: seconds,
    registers: [registry],
  });
  const calls = new Histogram({
    name: 'shop_upstream_seconds',
    help: 'Duration of upstream calls',
    labelNames: ['service', 'operation', 'outcome'],
    buckets: [0.05, 0.25, 1, 5, 25],
    registers: [registry],
  });
  const events = new Counter({
    name: 'shop_events_total',
    help: 'Things that happened, by event name',
    labelNames: ['event'],
    registers: [registry],
  });
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
  return {
    request: (route, status, duration) =>
      requests.observe({ route, status: `${Math.floor(status / 100)}xx` }, duration),
    upstreamCall: (service, operation, outcome, duration) =>
      calls.observe({ service, operation, outcome }, duration),
    upstreamState: (service, state) => void states.set(service, state),
    count: (event) => events.inc({ event }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
