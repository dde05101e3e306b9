/**
 * Retries store writes that must happen eventually, even when the store fails in the middle of the request: tries at
 * once, and then once a second until the store is available again. A store failure here does not fail the request.
 */
import { isUpstreamFailure } from '~/base/kernel/failure';

/** Interval between retries in milliseconds; there are 600 retries, for ten minutes. */
const againMs = 1_000;
const mostAgain = 600;

export async function retryForMinutes(work: () => Promise<void>): Promise<void> {
  const attempt = async (left: number): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error;
      if (left > 0) setTimeout(() => void attempt(left - 1).catch(() => null), againMs).unref();
    }
  };
  await attempt(mostAgain);
}
