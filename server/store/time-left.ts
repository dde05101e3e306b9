import type { Clock } from '../context';

/**
 * Milliseconds that are left of `ttlMs` from now on. The clock of the wall may be set back, the other one stands still
 * while the machine sleeps: the one that says less is believed.
 */
export function timeLeft(clock: Clock, ttlMs: number): () => number {
  const [until, end] = [clock.now().getTime() + ttlMs, performance.now() + ttlMs];
  return () => Math.min(until - clock.now().getTime(), end - performance.now());
}
