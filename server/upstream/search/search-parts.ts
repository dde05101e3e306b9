/** Incomplete responses, and failed single searches of a `_msearch` (contract/search.md 6). */
import { short, type Log } from '../../observe/logger';
import { UpstreamFailure, type FailureReason } from '../failure';
import { reasonsOf, record } from './search-answer';

type Raw = Readonly<Record<string, unknown>>;

export function warnIncomplete(log: Log, operation: string, raw: Raw): void {
  const shards = record(raw['_shards']);
  const timedOut = raw['timed_out'] === true;
  const failed = shards['failed'] ?? 0;
  if (Number(failed) === 0 && !timedOut) return;
  const error = short(reasonsOf(shards['failures']));
  log.warn(
    { event: 'search.incomplete', operation, timedOut, failed, error },
    'search answered in part',
  );
}

function reasonOf(status: number): FailureReason {
  if (status === 401) return 'not-authorised';
  return status < 500 && status !== 429 ? 'invalid-answer' : 'unavailable';
}

/**
 * Logs one failed search of a multi-search and returns its failure. The results of the other searches are not affected.
 */
export function partFailed(
  { log, reference }: { log: Log; reference: string },
  operation: string,
  status: number,
  response: Raw | undefined,
): UpstreamFailure {
  const error = short(reasonsOf(record(response?.['error'])['root_cause']));
  log.warn(
    { event: 'search.part_failed', operation, status, error },
    'one search of several failed',
  );
  const reason = reasonOf(status);
  return new UpstreamFailure({
    service: 'search',
    operation,
    reason,
    applied: 'nothing',
    status,
    reference,
  });
}
