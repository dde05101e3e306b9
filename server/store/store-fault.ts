/**
 * Faults of the durable store, said as every upstream's fault is said: callers need not know which store
 * is behind. The reference stays empty: a store call belongs to its caller, which logs it.
 */
import { UpstreamFailure, type FailureReason } from '../upstream/failure';

const reasonOf = (error: unknown): FailureReason =>
  error instanceof Error && /timeout/i.test(`${error.name} ${error.message}`)
    ? 'timeout'
    : 'unreachable';

export async function storeCall<T>(operation: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new UpstreamFailure(
      {
        service: 'store',
        operation,
        reason: reasonOf(cause),
        applied: 'unknown',
        status: null,
        reference: '',
      },
      { cause },
    );
  }
}
