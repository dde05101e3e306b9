/**
 * Faults of the durable store, as UpstreamFailure: callers need not know which store is used. The reference is empty,
 * because a store call belongs to its caller, which logs it.
 */
import { UpstreamFailure, type FailureDetails, type FailureReason } from '../upstream/failure';

/** Store events that alerts count. */
export type StoreEvent = 'store.unreadable' | 'store.not_swept' | 'store.index_rebuilt';

/** SQLITE_CORRUPT is the lowest byte of all its extended codes; libsql names only some of them. */
const corrupt = 11;
export const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'rawCode' in error && (Number(error.rawCode) & 0xff) === corrupt;

/** A damaged file of the embedded store responds, but not with the stored data. */
function reasonOf(error: unknown): FailureReason {
  if (!(error instanceof Error)) return 'unreachable';
  if (isDamage(error)) return 'invalid-answer';
  return /timeout/i.test(`${error.name} ${error.message}`) ? 'timeout' : 'unreachable';
}

/** Failure of a store `operation`; `applied`: whether a write may have taken effect. */
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
