/** A write whose response was lost counts as done when its effect is visible; it is never sent again. */
import { isInDoubt, isUpstreamFailure } from '~/base/kernel/failure';

/**
 * Runs `work`. When the ERP's response was lost, `look` returns the result that the write would have had, or null when
 * no effect of the write is visible.
 */
export async function resolveDoubt<T>(
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
