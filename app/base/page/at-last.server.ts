/**
 * Retries store writes that must happen eventually, even when the store fails in the middle of the request: tries now,
 * then until the store is back. A store failure here does not fail the request.
 */
import { isUpstreamFailure } from '~/base/kernel/failure';

/** Retries for ten minutes: 600 times, once a second. */
const againMs = 1_000;
const mostAgain = 600;

export async function atLast(work: () => Promise<void>): Promise<void> {
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
