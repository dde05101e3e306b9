/** A write whose answer was lost counts as done when its effect is there to be seen; nothing is sent again. */
import { isInDoubt, isUpstreamFailure } from '~/base/kernel/failure';

/** `look` gives what the write would have given, or null while nothing of it is to be seen. */
export async function settled<T>(
  work: () => Promise<T>,
  look: () => Promise<T | null>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isInDoubt(error)) throw error;
    const found = await look().catch((fault: unknown) => {
      if (isUpstreamFailure(fault)) return null;
      throw fault;
    });
    if (found === null) throw error;
    return found;
  }
}
