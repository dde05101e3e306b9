import { describe, expect, it } from 'vitest';
import { RetryBudget, retryDelayMs } from './retry';

const nowMs = Date.parse('2026-03-02T10:00:00Z');
const delay = (retryAfter: string | undefined, random = (): number => 0.5, leftMs = 8_000) =>
  retryDelayMs({ retryAfter, nowMs, leftMs, random });

/** A small random generator with a fixed seed: the same numbers in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

describe('retry of a read', () => {
  it('P-40 the delay before a retry is evenly distributed between zero and half a second', () => {
    const random = seeded(7);
    const delays = Array.from({ length: 2_000 }, () => delay(undefined, random) ?? -1);
    const sorted = delays.sort((a, b) => a - b);
    // Kolmogorov-Smirnov test against the uniform distribution, at the 1 % level.
    const distance = Math.max(
      ...sorted.map((value, index) => Math.abs((index + 1) / sorted.length - value / 500)),
    );
    expect(distance).toBeLessThan(1.63 / Math.sqrt(sorted.length));
    expect(sorted[0]).toBeGreaterThanOrEqual(0);
  });

  it('P-40 the delay before a retry honours Retry-After up to five seconds, as seconds or as a date', () => {
    expect(delay('3')).toBe(3_000);
    expect(delay('0')).toBe(0);
    expect(delay(new Date(nowMs + 2_000).toUTCString())).toBe(2_000);
    expect(delay('soon')).toBe(250);
  });

  it('P-40 a read is not retried when the upstream requests more time than is left', () => {
    expect(delay('6')).toBeNull();
    expect(delay('60')).toBeNull();
    expect(delay('3', () => 0.5, 2_000)).toBeNull();
    expect(delay(undefined, () => 0.9, 300)).toBeNull();
  });

  it('P-40 retries add at most a tenth to the calls to a failing upstream', () => {
    const budget = new RetryBudget();
    let asked = 0;
    const calls = 3_000;
    for (let count = 0; count < calls; count += 1) {
      budget.called();
      asked += 1 + (budget.take() ? 1 : 0);
    }
    expect(asked).toBeLessThanOrEqual(1.1 * calls);
    expect(asked).toBeGreaterThan(calls);
  });
});
