import type { Clock } from '../context';

/**
 * Returns a function for the remaining milliseconds of `ttlMs`. The wall clock may be set back, and the monotonic clock
 * stops while the machine sleeps: the smaller value applies.
 */
export function timeLeft(clock: Clock, ttlMs: number): () => number {
  const [until, end] = [clock.now().getTime() + ttlMs, performance.now() + ttlMs];
  return () => Math.min(until - clock.now().getTime(), end - performance.now());
}
