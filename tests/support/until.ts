/** Waiting for conditions in tests: a slow machine can stall for seconds, so the time-outs only detect hangs. */

/** For `vi.waitFor`, whose default time-out is one second. */
export const patience = { timeout: 60_000, interval: 50 };

/** Checks the condition every 50 ms; throws after a minute. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + patience.timeout;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('did not happen');
    await new Promise((resolve) => setTimeout(resolve, patience.interval));
  }
}
