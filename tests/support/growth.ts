/**
 * Tests whether the processor time of some work grows faster than its text. Wall-clock time would depend on other work
 * of the machine.
 */

/** Processor time of this process, in milliseconds. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of three measurements, because other work of the machine only adds time. */
export const leastMs = (work: () => unknown): number =>
  Math.min(cpuMsOf(work), cpuMsOf(work), cpuMsOf(work));

/** Creates the work to measure for a text of this length. */
type RunOf = (length: number) => () => unknown;

/**
 * Compares a quarter of the length with twice the length three times, because the available processor changes. Linear
 * work costs eight times as much, and up to twice that with garbage collections; quadratic work 64 times.
 */
const isSteepAt = (runOf: RunOf, length: number): boolean =>
  [1, 2, 3].every(() => cpuMsOf(runOf(2 * length)) > 24 * leastMs(runOf(length / 4)));

/**
 * Compares the length with twice the length: a parser that ignores texts up to some length is not steep above it. Linear
 * work costs twice as much, quadratic work four times.
 */
const isSteepAbove = (runOf: RunOf, length: number): boolean =>
  [1, 2, 3].every(() => cpuMsOf(runOf(2 * length)) > 2.7 * leastMs(runOf(length)));

/**
 * In milliseconds. At the longest length below, quadratic work costs at least some tens, and linear work a fraction of
 * one.
 */
const suspiciousMs = 6;

const lengths = [300, 1_200, 4_800, 19_200];

/**
 * Whether four times the length costs far more than four times as much. Starts with short texts, because cubic work
 * never ends. `ms` is the cost of the longest text that was tried.
 */
export function growthOf(runOf: RunOf): { isSteep: boolean; ms: number } {
  let ms = 0;
  for (const length of lengths) {
    const run = runOf(length);
    ms = cpuMsOf(run);
    if (ms < suspiciousMs) continue;
    const least = 6 * cpuMsOf(runOf(length / 4));
    if (ms <= least) continue;
    // The first run compiles the expression, and may include a garbage collection.
    ms = Math.min(ms, cpuMsOf(run));
    if (ms < suspiciousMs || ms <= least) continue;
    if (isSteepAt(runOf, length) && isSteepAbove(runOf, length)) return { isSteep: true, ms };
  }
  return { isSteep: false, ms };
}

export const isSteep = (runOf: RunOf): boolean => growthOf(runOf).isSteep;
