/**
 * What stands between us and an ill upstream (P-41, P-42): a circuit breaker around a bulkhead. The breaker
 * opens after five failures in a row, or when half of twenty or more within ten seconds fail; open for ten
 * seconds it answers at once, then one call probes while others wait for its result, a second at most.
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
import { Bulkhead, BulkheadFull, type BulkheadOptions } from './bulkhead';

export interface GuardTuning extends Partial<BulkheadOptions> {
  consecutiveFailures?: number;
  openMs?: number;
}

export interface Guard {
  /** A rejection counts as illness; what says nothing of the upstream's health is returned instead. */
  run<T>(call: () => Promise<T>): Promise<T>;
}

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

export function createGuard(options: {
  service: Service;
  metrics: Pick<Metrics, 'upstreamState' | 'upstreamLoad'>;
  tuning?: GuardTuning;
}): Guard {
  const { service, metrics, tuning = {} } = options;
  const { concurrency = 64, queue = 128, maxWaitMs = 1_000 } = tuning;
  const bulkhead = new Bulkhead({ concurrency, queue, maxWaitMs });
  const breaker = circuitBreaker(
    // A call that found no place was never made.
    handleWhen((error) => !(error instanceof BulkheadFull)),
    {
      halfOpenAfter: tuning.openMs ?? 10_000,
      breaker: eitherOf(
        new ConsecutiveBreaker(tuning.consecutiveFailures ?? 5),
        new SamplingBreaker({ threshold: 0.5, duration: 10_000, minimumRps: 2 }),
      ),
    },
  );
  metrics.upstreamState(service, () => breaker.state);
  metrics.upstreamLoad(service, () => ({ inUse: bulkhead.inUse, queued: bulkhead.queued }));
  let probe: Promise<unknown> | null = null;

  async function probed(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, probePatienceMs);
    });
    await Promise.race([probe, patience]);
    clearTimeout(timer);
    if (breaker.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
  }

  return {
    async run(call) {
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
