/**
 * What stands between us and an unavailable upstream (P-41, P-42): a circuit breaker around a bulkhead. The breaker
 * opens after five failures in a row, or when half of twenty or more within ten seconds fail, and then answers
 * at once. Where the upstream has a probe, the guard sends it every two seconds and closes on its first success;
 * without one a call probes after ten seconds while others wait for its result, a second at most.
 */
import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  SamplingBreaker,
  type IBreaker,
} from 'cockatiel';
import type { Metrics } from '../../observe/metrics';
import type { Service } from '../failure';
import { NotSent } from '../leave-check';
import { Bulkhead, BulkheadFull, type BulkheadOptions } from './bulkhead';

/** A failure of a call that was made, which says nothing of the upstream's health: it counts neither for nor against it. */
export class Unjudged extends Error {
  constructor(readonly failure: unknown) {
    super('a failure that does not count');
  }
}

export interface GuardTuning extends Partial<BulkheadOptions> {
  consecutiveFailures?: number;
  /** No failure opens the breaker, however many there are. */
  neverOpens?: boolean;
  openMs?: number;
}

/** The breaker has opened, or has closed again. */
export interface BreakerChange {
  /** In ms since 1970, as `endedMs`, which is null while it is open. */
  sinceMs: number;
  endedMs: number | null;
  /** Calls that were not made meanwhile. */
  refused: number;
}

export interface Guard {
  /** A rejection counts as illness, but for `Unjudged`; the upstream's own refusals are returned instead. */
  run<T>(call: () => Promise<T>): Promise<T>;
  /** A question of the shop's own: it finds a place as others do, and its failure says nothing about customers' calls. */
  runUncounted<T>(call: () => Promise<T>): Promise<T>;
  /** When the breaker opened, in ms since 1970; null while it is closed. */
  openSince(): number | null;
  /** Ends the probes. */
  close(): void;
}

/** Resolves when the upstream is healthy again; must settle within the time it is given. */
export type Probe = (patienceMs: number) => Promise<void>;

/** Opens when either of two does. */
function eitherOf(one: IBreaker, other: IBreaker): IBreaker {
  return {
    state: null,
    success(state) {
      one.success(state);
      other.success(state);
    },
    failure(state) {
      const opens = one.failure(state);
      return other.failure(state) || opens;
    },
  };
}

const probePatienceMs = 1_000;
const probePauseMs = 1_500;
/** An upstream that answers slowly is healthy too: each failed probe gives the next one more time. */
const probePatiences = [2_000, 2_000, 2_000, 4_000, 8_000];

export function createGuard(options: {
  service: Service;
  metrics: Pick<Metrics, 'upstreamState' | 'upstreamLoad'>;
  tuning?: GuardTuning;
  probe?: Probe | undefined;
  /** Told once of each outage when it begins and when it ends: probes that fail in between are none. */
  onChange?: ((change: BreakerChange) => void) | undefined;
}): Guard {
  const { service, metrics, tuning = {}, probe: knock } = options;
  const { concurrency = 64, queue = 128, maxWaitMs = 1_000 } = tuning;
  const bulkhead = new Bulkhead({ concurrency, queue, maxWaitMs });
  const breaker = circuitBreaker(
    // A call that found no place, or came too late for it, was never made.
    handleWhen(
      (error) =>
        !tuning.neverOpens &&
        !(error instanceof BulkheadFull) &&
        !(error instanceof NotSent) &&
        !(error instanceof Unjudged),
    ),
    {
      halfOpenAfter: knock ? 0 : (tuning.openMs ?? 10_000),
      breaker: eitherOf(
        new ConsecutiveBreaker(tuning.consecutiveFailures ?? 5),
        new SamplingBreaker({ threshold: 0.5, duration: 10_000, minimumRps: 2 }),
      ),
    },
  );
  metrics.upstreamState(service, () => breaker.state);
  metrics.upstreamLoad(service, () => ({ inUse: bulkhead.inUse, queued: bulkhead.queued }));
  let openSince: number | null = null;
  let refused = 0;
  // A probe that fails opens it again.
  breaker.onBreak(() => {
    if (openSince !== null) return;
    openSince = Date.now();
    refused = 0;
    options.onChange?.({ sinceMs: openSince, endedMs: null, refused });
  });
  breaker.onReset(() => {
    if (openSince !== null)
      options.onChange?.({ sinceMs: openSince, endedMs: Date.now(), refused });
    openSince = null;
  });
  let probe: Promise<unknown> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let probes = 0;

  /** The breaker's own failure opens it again, which schedules the next probe. */
  async function knockOnce(send: Probe): Promise<void> {
    const patienceMs = probePatiences[Math.min(probes, probePatiences.length - 1)] ?? 2_000;
    probes += 1;
    await breaker.execute(() => send(patienceMs)).catch(() => null);
  }
  if (knock) {
    breaker.onBreak(() => {
      if (timer) clearTimeout(timer);
      timer = setTimeout(() => void knockOnce(knock), tuning.openMs ?? probePauseMs);
      timer.unref();
    });
    breaker.onReset(() => {
      probes = 0;
    });
  }

  async function probed(): Promise<void> {
    let patienceTimer: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => {
      patienceTimer = setTimeout(resolve, probePatienceMs);
    });
    await Promise.race([probe, patience]);
    clearTimeout(patienceTimer);
    if (breaker.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
  }

  return {
    openSince: () => openSince,
    close() {
      if (timer) clearTimeout(timer);
    },
    async runUncounted(call) {
      if (breaker.state !== CircuitState.Closed) throw new BrokenCircuitError();
      return bulkhead.run(call, false);
    },
    async run(call) {
      // Customers' calls never probe where a probe does: one that hangs would hold all others back.
      if (knock && breaker.state !== CircuitState.Closed) {
        refused += 1;
        throw new BrokenCircuitError();
      }
      if (breaker.state === CircuitState.HalfOpen) await probed();
      const before = breaker.state;
      const running = breaker.execute(() =>
        bulkhead.run(call, breaker.state !== CircuitState.Closed),
      );
      if (before === CircuitState.Open && breaker.state === CircuitState.HalfOpen)
        probe = running.catch(() => null);
      return running;
    },
  };
}
