import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCapabilities, isAskable, type AskCall } from './capabilities';
import { erpCalls } from './calls';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const asked = erpCalls.filter((facts) => !facts.needed && isAskable(facts)).map(({ call }) => call);
const there = { status: 401, detail: 'Unauthorized' };
const absent = { status: 404, detail: 'Not Found' };

function bench(ask: AskCall) {
  const calls: string[] = [];
  const flight = { now: 0, most: 0 };
  const capabilities = createCapabilities({
    clock: { now: () => new Date() },
    log: { info: () => undefined, warn: () => undefined },
    ask: async (facts) => {
      calls.push(facts.call);
      flight.now += 1;
      flight.most = Math.max(flight.most, flight.now);
      try {
        await Promise.resolve();
        return await ask(facts);
      } finally {
        flight.now -= 1;
      }
    },
    againAfterMs: 1_000,
  });
  return { capabilities, calls, flight };
}

describe('survey of the calls that an ERP has', () => {
  it('DEG-01 the survey checks each call once, a few at a time, and remembers missing ones', async () => {
    const { capabilities, calls, flight } = bench(({ call }) =>
      Promise.resolve(call === 'GET documents' ? absent : there),
    );
    await capabilities.survey();
    expect([...calls].sort()).toEqual([...asked].sort());
    expect(flight.most).toBe(3);
    expect(capabilities.lacking()).toEqual(['GET documents']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(asked.length);
  });

  it('DEG-01 the survey repeats only the calls without an answer, until each has one', async () => {
    let healthy = false;
    const { capabilities, calls } = bench(({ call }) => {
      if (call === 'GET wishlists')
        return healthy ? Promise.resolve(absent) : Promise.reject(new Error('slow'));
      if (call === 'GET form')
        return Promise.resolve(healthy ? there : { status: 502, detail: '' });
      return Promise.resolve(there);
    });
    await capabilities.survey();
    expect(capabilities.offers('GET wishlists')).toBe(true);
    calls.length = 0;
    await vi.advanceTimersByTimeAsync(1_000);
    expect([...calls].sort()).toEqual(['GET form', 'GET wishlists']);
    healthy = true;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(capabilities.offers('GET wishlists')).toBe(false);
    calls.length = 0;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toEqual([]);
  });

  it('DEG-01 the survey checks three calls instead of all while the ERP is unavailable', async () => {
    let away = true;
    const { capabilities, calls } = bench(() =>
      away ? Promise.reject(new Error('refused')) : Promise.resolve(there),
    );
    await capabilities.survey();
    expect(calls).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(calls).toHaveLength(9);
    away = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(new Set(calls)).toEqual(new Set(asked));
  });

  it('DEG-01 the survey sends nothing after stop()', async () => {
    const { capabilities, calls } = bench(() => Promise.resolve(null));
    await capabilities.survey();
    capabilities.stop();
    calls.length = 0;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toEqual([]);
  });
});
