/**
 * Faults of the durable store, said as every upstream's fault is said: callers need not know which store
 * is behind. The reference stays empty: a store call belongs to its caller, which logs it.
 */
import { UpstreamFailure, type FailureDetails, type FailureReason } from '../upstream/failure';

/** What of the store is counted, for the alerts. */
export type StoreEvent = 'store.unreadable' | 'store.not_swept' | 'store.index_rebuilt';

/** SQLITE_CORRUPT is the lowest byte of all its kinds; libsql has names for some of them alone. */
const corrupt = 11;
export const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'rawCode' in error && (Number(error.rawCode) & 0xff) === corrupt;

/** A damaged file of the embedded store answers, and not with what was given to it. */
function reasonOf(error: unknown): FailureReason {
  if (!(error instanceof Error)) return 'unreachable';
  if (isDamage(error)) return 'invalid-answer';
  return /timeout/i.test(`${error.name} ${error.message}`) ? 'timeout' : 'unreachable';
}

/** `operation` of the store could not be done; `applied`: whether a write may have landed. */
export const storeFault = (
  operation: string,
  { reason, applied }: Pick<FailureDetails, 'reason' | 'applied'>,
  options?: ErrorOptions,
): UpstreamFailure =>
  new UpstreamFailure(
    { service: 'store', operation, reason, applied, status: null, reference: '' },
    options,
  );

export async function storeCall<T>(operation: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw storeFault(operation, { reason: reasonOf(cause), applied: 'unknown' }, { cause });
  }
}
