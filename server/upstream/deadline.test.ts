import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterMs } from './deadline';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('P-42 afterMs acts when the time has passed', () => {
  const act = vi.fn();
  afterMs(300, act);
  vi.advanceTimersByTime(299);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledOnce();
});

it('P-42 a busy event loop does not extend the deadline of afterMs', () => {
  const act = vi.fn();
  afterMs(300, act);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 350);
  vi.advanceTimersByTime(300);
  expect(act).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});

it('P-42 a stopped afterMs never acts, neither before its deadline nor in its extension', () => {
  const act = vi.fn();
  afterMs(300, act)();
  const stop = afterMs(300, act);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_000);
  vi.advanceTimersByTime(300);
  stop();
  vi.advanceTimersByTime(10_000);
  expect(act).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

it('P-42 DEG-01 afterMs extends the deadline once by the time of a standstill, at most by its own length', () => {
  for (const [stoodStillMs, addedMs] of [
    [200, 200],
    [60_000, 300],
  ] as const) {
    const act = vi.fn();
    const due = performance.now() + 300;
    afterMs(300, act);
    vi.spyOn(performance, 'now').mockReturnValue(due + stoodStillMs);
    vi.advanceTimersByTime(300);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(addedMs - 1);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(act).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
  }
});
