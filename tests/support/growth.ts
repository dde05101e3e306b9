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

/** Both lengths beside each other, three times over: what the processor lends changes from one moment to the next. */
const isSteepAt = (runOf: (length: number) => () => unknown, length: number): boolean =>
  [1, 2, 3].every(() => leastMs(runOf(length)) > 8 * leastMs(runOf(length / 4)));

/** In milliseconds: at the longest length below, a square costs some tens at least, and what is linear a fraction of one. */
const suspiciousMs = 6;

/** Whether four times the length costs far more than four times: tried small first, a cubic one never ends. */
export function isSteep(runOf: (length: number) => () => unknown): boolean {
  for (const length of [300, 1_200, 4_800, 19_200]) {
    const run = runOf(length);
    // The first run compiles the expression, and may meet the collector of memory.
    if (cpuMsOf(run) < suspiciousMs || leastMs(run) < suspiciousMs) continue;
    if (isSteepAt(runOf, length)) return true;
  }
  return false;
}
