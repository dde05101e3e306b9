/** Whether work grows faster than its text, in processor time: the clock on the wall says what else the machine does. */

/** Processor time of this process, in milliseconds. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of three: what else the machine does comes on top. */
export const leastMs = (work: () => unknown): number =>
  Math.min(cpuMsOf(work), cpuMsOf(work), cpuMsOf(work));

/** Makes the work for a text of so many characters. */
export type RunOf = (length: number) => () => unknown;

/**
 * A fourth of the length and twice the length beside each other, three times over: what the processor lends changes
 * from one moment to the next. A linear text costs eight times as much, and up to twice that where memory is collected;
 * a square 64 times.
 */
const isSteepAt = (runOf: RunOf, length: number): boolean =>
  [1, 2, 3].every(() => cpuMsOf(runOf(2 * length)) > 24 * leastMs(runOf(length / 4)));

/** In milliseconds: at the longest length below, a square costs some tens at least, and what is linear a fraction of one. */
const suspiciousMs = 6;

const lengths = [300, 1_200, 4_800, 19_200];

/**
 * Whether four times the length costs far more than four times: tried small first, a cubic one never ends. `ms` is what
 * the longest length that was tried cost.
 */
export function growthOf(runOf: RunOf): { isSteep: boolean; ms: number } {
  let ms = 0;
  for (const length of lengths) {
    const run = runOf(length);
    ms = cpuMsOf(run);
    if (ms < suspiciousMs) continue;
    // The first run compiles the expression, and may meet the collector of memory.
    ms = Math.min(ms, cpuMsOf(run));
    const isSuspicious = ms >= suspiciousMs && ms > 6 * cpuMsOf(runOf(length / 4));
    if (isSuspicious && isSteepAt(runOf, length)) return { isSteep: true, ms };
  }
  return { isSteep: false, ms };
}

export const isSteep = (runOf: RunOf): boolean => growthOf(runOf).isSteep;
