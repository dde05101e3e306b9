/**
 * Work on the store that must be done in the end, although the store may have died in the middle of the request that
 * owes it: tried now, and again until the store is back. Its own fault is no fault of the request.
 */
import { isUpstreamFailure } from '~/base/kernel/failure';

/** An outage that is waited out: ten minutes. */
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
