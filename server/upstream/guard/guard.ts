/**
 * Protects the shop from an unavailable upstream (P-41, P-42): a circuit breaker around a bulkhead. The breaker opens
 * after five failures in a row, or when half of twenty or more calls within ten seconds fail; calls then fail at once.
 * If the upstream has a probe, the guard sends it every two seconds and closes on its first success. Otherwise, after
 * ten seconds, one call serves as the probe while others wait for its result, at most one second.
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

/** A failed call that does not show whether the upstream is healthy. The breaker does not count it. */
export class Unjudged extends Error {
  constructor(readonly failure: unknown) {
    super('a failure that does not count');
  }
}

export interface GuardTuning extends Partial<BulkheadOptions> {
  consecutiveFailures?: number;
  /** True if the failures of this upstream never open the breaker. */
  neverOpens?: boolean;
  openMs?: number;
}

/** The breaker has opened or closed. */
export interface BreakerChange {
  /** Start in ms since 1970; so is `endedMs`, which is null while the breaker is open. */
  sinceMs: number;
  endedMs: number | null;
  /** Number of calls that the breaker rejected while it was open. */
  refused: number;
}

export interface Guard {
  /**
   * A rejection counts as a failure of the upstream, except `Unjudged`; calls return the upstream's own rejections as
   * values.
   */
  run<T>(call: () => Promise<T>): Promise<T>;
  /** For the shop's own calls: they use a slot like others, but their failures do not affect customers' calls. */
  runUncounted<T>(call: () => Promise<T>): Promise<T>;
  /** When the breaker opened, in ms since 1970; null while it is closed. */
  openSince(): number | null;
  /** Stops the probes. */
  close(): void;
}

/** Resolves when the upstream is healthy again; must settle within `patienceMs`. */
export type Probe = (patienceMs: number) => Promise<void>;

/** Opens when either of the two breakers does. */
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
/** A slow upstream is healthy too, so each failed probe gives the next one more time. */
const probePatiences = [2_000, 2_000, 2_000, 4_000, 8_000];

function createBreaker(tuning: GuardTuning, halfOpenAfter: number) {
  return circuitBreaker(
    // A call that got no slot, or came too late to be sent, was never made.
    handleWhen(
      (error) =>
        !tuning.neverOpens &&
        !(error instanceof BulkheadFull) &&
        !(error instanceof NotSent) &&
        !(error instanceof Unjudged),
    ),
    {
      halfOpenAfter,
      breaker: eitherOf(
        new ConsecutiveBreaker(tuning.consecutiveFailures ?? 5),
        new SamplingBreaker({ threshold: 0.5, duration: 10_000, minimumRps: 2 }),
      ),
    },
  );
}

export function createGuard(options: {
  service: Service;
  metrics: Pick<Metrics, 'upstreamState' | 'upstreamLoad'>;
  tuning?: GuardTuning;
  probe?: Probe | undefined;
  /** Called once when an outage begins and once when it ends, but not for failed probes in between. */
  onChange?: ((change: BreakerChange) => void) | undefined;
}): Guard {
  const { service, metrics, tuning = {}, probe: knock } = options;
  const { concurrency = 64, queue = 128, maxWaitMs = 1_000 } = tuning;
  const bulkhead = new Bulkhead({ concurrency, queue, maxWaitMs });
  const breaker = createBreaker(tuning, knock ? 0 : (tuning.openMs ?? 10_000));
  metrics.upstreamState(service, () => breaker.state);
  metrics.upstreamLoad(service, () => ({ inUse: bulkhead.inUse, queued: bulkhead.queued }));
  let openSince: number | null = null;
  let refused = 0;
  // A failed probe opens the breaker again: this is no new outage, so it is ignored.
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

  /** A failed probe opens the breaker again, which schedules the next one. */
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
      // With a probe, customers' calls never serve as one: a hanging call would delay all others.
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
