/**
 * Calculates how many instances and ERP workers a number of customers needs, with queueing theory on measured costs.
 * Pure; the command is `load/sizing.ts`, the assumptions are in docs/operating/sizing.md.
 */

/** CPU time of one page on one core, and its calls to the ERP. */
interface PageCost {
  page: string;
  /** Number of views of this page in a hundred page views of customers. */
  share: number;
  cpuMs: number;
  erpCalls: number;
}

/**
 * Measured for signed-in customers (Node 20, one process on one core, 6 connections, upstreams of 20 ms). The shares
 * are those of an order of five lines found by search.
 */
export const measured: readonly PageCost[] = [
  { page: 'home', share: 12, cpuMs: 19.6, erpCalls: 2 },
  { page: 'search', share: 26, cpuMs: 23.1, erpCalls: 0 },
  { page: 'product', share: 24, cpuMs: 16.2, erpCalls: 1 },
  { page: 'category', share: 8, cpuMs: 41, erpCalls: 0 },
  { page: 'cart', share: 14, cpuMs: 20.5, erpCalls: 1 },
  { page: 'checkout', share: 6, cpuMs: 40.3, erpCalls: 7 },
  { page: 'account', share: 10, cpuMs: 33.7, erpCalls: 4 },
];

interface Mix {
  meanMs: number;
  /** Mean of the squares of a page's CPU time, in ms². */
  squareMs: number;
  erpCalls: number;
}

export function mixOf(costs: readonly PageCost[]): Mix {
  const shares = costs.reduce((sum, { share }) => sum + share, 0);
  const mean = (of: (cost: PageCost) => number): number =>
    costs.reduce((sum, cost) => sum + cost.share * of(cost), 0) / shares;
  return {
    meanMs: mean(({ cpuMs }) => cpuMs),
    // The CPU time of one page varies about exponentially, because of large carts, cold caches and garbage collection.
    squareMs: 2 * mean(({ cpuMs }) => cpuMs ** 2),
    erpCalls: mean(({ erpCalls }) => erpCalls),
  };
}

/** Mean wait for an instance's single event loop, M/G/1 (Pollaczek and Khinchine); Infinity when it cannot keep up. */
export function meanWaitMs(pagesPerSecond: number, { meanMs, squareMs }: Mix): number {
  const perMs = pagesPerSecond / 1_000;
  const load = perMs * meanMs;
  return load >= 1 ? Number.POSITIVE_INFINITY : (perMs * squareMs) / (2 * (1 - load));
}

const isRare = 0.05;

/** The 95th percentile of the wait; the tail of such a queue falls off exponentially. */
export function longWaitMs(pagesPerSecond: number, mix: Mix): number {
  const load = (pagesPerSecond * mix.meanMs) / 1_000;
  if (load <= isRare) return 0;
  return (meanWaitMs(pagesPerSecond, mix) / load) * Math.log(load / isRare);
}

/** Erlang C: the share of calls that wait when `offered` calls are in progress on average. */
export function erlangC(workers: number, offered: number): number {
  if (offered >= workers) return 1;
  // Erlang B by its recurrence, which avoids overflow by factorials.
  let blocked = 1;
  for (let count = 1; count <= workers; count += 1)
    blocked = (offered * blocked) / (count + offered * blocked);
  return blocked / (1 - (offered / workers) * (1 - blocked));
}

/** The 95th percentile of the wait for a free worker. */
export function longWorkerWaitMs(workers: number, callsPerSecond: number, callMs: number): number {
  const offered = (callsPerSecond * callMs) / 1_000;
  if (offered >= workers) return Number.POSITIVE_INFINITY;
  const waiting = erlangC(workers, offered);
  return waiting <= isRare ? 0 : (callMs / (workers - offered)) * Math.log(waiting / isRare);
}

const mostOfAKind = 1_000;

/** Returns the smallest count from `least` on that satisfies `willDo`; throws a RangeError when none does. */
function smallest(least: number, willDo: (count: number) => boolean): number {
  for (let count = least; count <= mostOfAKind; count += 1) if (willDo(count)) return count;
  throw new RangeError(
    `This is more than this model reckons: at most ${mostOfAKind} instances and workers of the ERP`,
  );
}

export interface Demand {
  /** Customers who use the shop on a busy day. */
  customers: number;
  pagesPerVisit: number;
  /** Share of a day's visits in its busiest hour. */
  peakShare: number;
  /** The load of the busiest minute, relative to the mean of its hour. */
  burst: number;
  /** Time of one ERP call while its workers are idle. */
  erpMs: number;
}

export const usualDemand: Omit<Demand, 'customers'> = {
  pagesPerVisit: 30,
  peakShare: 0.2,
  burst: 2,
  erpMs: 150,
};

export interface Size {
  pagesPerSecond: number;
  instances: number;
  /** Load of one instance while another is down. */
  load: number;
  longWaitMs: number;
  erpCallsPerSecond: number;
  erpWorkers: number;
  longWorkerWaitMs: number;
}

const mostWaitMs = 100;
const mostWorkerWaitMs = 300;

/**
 * Sizes the shop so that one instance may be down (a deploy, a crash) and pages still wait less than a tenth of a
 * second. Throws a RangeError when no number is enough.
 */
export function sizeFor(demand: Demand, costs: readonly PageCost[] = measured): Size {
  const { customers, pagesPerVisit, peakShare, burst, erpMs } = demand;
  const mix = mixOf(costs);
  const pagesPerSecond = (customers * pagesPerVisit * peakShare * burst) / 3_600;
  const left = smallest(1, (count) => longWaitMs(pagesPerSecond / count, mix) <= mostWaitMs);
  const erpCallsPerSecond = pagesPerSecond * mix.erpCalls;
  const erpWorkers = smallest(
    2,
    (count) => longWorkerWaitMs(count, erpCallsPerSecond, erpMs) <= mostWorkerWaitMs,
  );
  return {
    pagesPerSecond,
    instances: left + 1,
    erpCallsPerSecond,
    erpWorkers,
    load: (pagesPerSecond / left) * (mix.meanMs / 1_000),
    longWaitMs: longWaitMs(pagesPerSecond / left, mix),
    longWorkerWaitMs: longWorkerWaitMs(erpWorkers, erpCallsPerSecond, erpMs),
  };
}
