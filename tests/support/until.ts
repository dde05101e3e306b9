/**
 * Waiting for what is meant, in tests: a machine that lends little of its processor stands still for seconds, so the
 * limits are those of what hangs.
 */

/** For `vi.waitFor`, whose own limit is one second. */
export const patience = { timeout: 60_000, interval: 50 };

/** Asks every 50 ms until it holds; throws after a minute. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + patience.timeout;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('did not happen');
    await new Promise((resolve) => setTimeout(resolve, patience.interval));
  }
}
