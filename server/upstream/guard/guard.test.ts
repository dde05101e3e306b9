import { BrokenCircuitError } from 'cockatiel';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMetrics } from '../../observe/metrics';
import { Bulkhead, BulkheadFull } from './bulkhead';
import { createGuard, Unjudged, type BreakerChange } from './guard';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const guard = () => createGuard({ service: 'erp', metrics: createMetrics() });
const well = () => Promise.resolve('well');
const unavailable = () => Promise.reject(new Error('unavailable'));
const never = () => new Promise<never>(() => undefined);

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 1) await work().catch(() => null);
}

describe('guard without a probe', () => {
  it('P-41 the breaker opens after five failures in a row and then makes no call', async () => {
    const before = guard();
    await times(4, () => before.run(unavailable));
    await expect(before.run(well)).resolves.toBe('well');
    await times(5, () => before.run(unavailable));
    const call = vi.fn(well);
    await expect(before.run(call)).rejects.toThrow(BrokenCircuitError);
    expect(call).not.toHaveBeenCalled();
  });

  it('P-41 OPS-03 onChange reports an outage once at its start and once at its end, with the calls not made', async () => {
    const changes: BreakerChange[] = [];
    let isWell = false;
    const before = createGuard({
      service: 'erp',
      metrics: createMetrics(),
      onChange: (one) => void changes.push(one),
      probe: () => (isWell ? Promise.resolve() : Promise.reject(new Error('away'))),
    });
    await times(5, () => before.run(unavailable));
    await times(3, () => before.run(well));
    await vi.advanceTimersByTimeAsync(10_000);
    isWell = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(changes.map(({ endedMs, refused }) => [endedMs !== null, refused])).toEqual([
      [false, 0],
      [true, 3],
    ]);
    expect(changes[0]?.sinceMs).toBe(changes[1]?.sinceMs);
    before.close();
  });

  it('P-41 runUncounted failures do not open the breaker, and an open breaker rejects runUncounted calls', async () => {
    const before = guard();
    await times(50, () => before.runUncounted(unavailable));
    await expect(before.run(well)).resolves.toBe('well');
    await times(5, () => before.run(unavailable));
    const call = vi.fn(well);
    await expect(before.runUncounted(call)).rejects.toThrow(BrokenCircuitError);
    expect(call).not.toHaveBeenCalled();
  });

  it('P-41 an unjudged failure counts neither for nor against the upstream', async () => {
    const before = guard();
    const unjudged = () => Promise.reject(new Unjudged(new Error('no answer in time')));
    await times(50, () => before.run(unjudged));
    await expect(before.run(well)).resolves.toBe('well');
    for (let count = 0; count < 5; count += 1) {
      await times(1, () => before.run(unavailable));
      await times(3, () => before.run(unjudged));
    }
    await expect(before.run(well)).rejects.toThrow(BrokenCircuitError);
  });

  it('P-41 the breaker opens when half of twenty calls within ten seconds fail, even if never five in a row', async () => {
    const before = guard();
    for (let round = 0; round < 30; round += 1) {
      await before.run(unavailable).catch(() => null);
      await before.run(well).catch(() => null);
      await vi.advanceTimersByTimeAsync(100);
    }
    await expect(before.run(well)).rejects.toThrow(BrokenCircuitError);
  });

  it('P-41 after ten seconds one call serves as the probe, and the other calls wait for its result', async () => {
    const before = guard();
    await times(5, () => before.run(unavailable));
    await vi.advanceTimersByTimeAsync(10_000);
    let answer = (_: string): void => undefined;
    const probe = before.run(() => new Promise<string>((resolve) => (answer = resolve)));
    const second = vi.fn(well);
    const waiting = before.run(second);
    await vi.advanceTimersByTimeAsync(500);
    expect(second).not.toHaveBeenCalled();
    answer('back');
    await expect(probe).resolves.toBe('back');
    await expect(waiting).resolves.toBe('well');
  });

  it('P-41 a call waits at most one second for a probe that hangs', async () => {
    const before = guard();
    await times(5, () => before.run(unavailable));
    await vi.advanceTimersByTimeAsync(10_000);
    void before.run(never);
    const refused = expect(before.run(well)).rejects.toThrow(BrokenCircuitError);
    await vi.advanceTimersByTimeAsync(1_000);
    await refused;
  });

  it('P-42 the guard allows 64 calls in flight and 128 waiting for at most a second, and rejects the rest at once', async () => {
    const before = guard();
    const made = vi.fn(never);
    const refused: unknown[] = [];
    const note = (error: unknown): void => void refused.push(error);
    for (let count = 0; count < 64 + 128 + 10; count += 1) void before.run(made).catch(note);
    await vi.advanceTimersByTimeAsync(0);
    expect(made).toHaveBeenCalledTimes(64);
    expect(refused).toHaveLength(10);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(refused).toHaveLength(138);
    expect(refused.every((error) => error instanceof BulkheadFull)).toBe(true);
    // Calls that get no slot do not count as failures of the upstream: the breaker stays closed.
    const last = before.run(well).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await last).toBeInstanceOf(BulkheadFull);
  });
});

describe('guard with a probe', () => {
  const probed = (probe: (patienceMs: number) => Promise<void>) =>
    createGuard({ service: 'erp', metrics: createMetrics(), probe });

  it('P-41 the breaker closes within five seconds of the recovery, however long the outage was', async () => {
    let isBack = false;
    const probe = vi.fn((patienceMs: number) =>
      isBack
        ? Promise.resolve()
        : new Promise<void>((_, reject) =>
            setTimeout(() => reject(new Error('unavailable')), patienceMs),
          ),
    );
    const before = probed(probe);
    await times(5, () => before.run(unavailable));
    await vi.advanceTimersByTimeAsync(3_000);
    isBack = true;
    const call = vi.fn(well);
    await expect(before.run(call)).rejects.toThrow(BrokenCircuitError);
    expect(call).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5_000);
    await expect(before.run(call)).resolves.toBe('well');
    const asked = probe.mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(probe).toHaveBeenCalledTimes(asked);
  });

  it('P-41 each probe gives a slow upstream more time, and no customer’s call serves as a probe', async () => {
    const patiences: number[] = [];
    const before = probed((patienceMs) => {
      patiences.push(patienceMs);
      return patienceMs >= 8_000 ? Promise.resolve() : Promise.reject(new Error('slow'));
    });
    await times(5, () => before.run(unavailable));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(patiences).toEqual([2_000, 2_000, 2_000, 4_000, 8_000]);
    await expect(before.run(well)).resolves.toBe('well');
  });

  it('P-41 the guard sends no probe after close()', async () => {
    const probe = vi.fn(() => Promise.reject(new Error('unavailable')));
    const before = probed(probe);
    await times(5, () => before.run(unavailable));
    before.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(probe).not.toHaveBeenCalled();
  });
});

describe('bulkhead', () => {
  it('P-42 a free slot goes to the call that has waited longest', async () => {
    const bulkhead = new Bulkhead({ concurrency: 1, queue: 5, maxWaitMs: 1_000 });
    const order: number[] = [];
    const work = (number: number) => async (): Promise<void> => {
      order.push(number);
      await new Promise((resolve) => setTimeout(resolve, 100));
    };
    const all = [1, 2, 3].map((number) => bulkhead.run(work(number)));
    expect(bulkhead).toMatchObject({ inUse: 1, queued: 2 });
    await vi.advanceTimersByTimeAsync(300);
    await Promise.all(all);
    expect(order).toEqual([1, 2, 3]);
    expect(bulkhead).toMatchObject({ inUse: 0, queued: 0 });
  });
});
