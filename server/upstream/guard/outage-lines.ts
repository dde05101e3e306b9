/** Log lines for the start and end of an upstream's outage. */
import { localTime } from '../../observe/local-time';
import type { Log } from '../../observe/logger';
import type { Service } from '../failure';
import type { BreakerChange } from './guard';
import type { LastFailure } from './last-failure';

const clock = (ms: number): string => localTime(ms).slice(-8);

export function outageLines(
  log: Pick<Log, 'warn' | 'info'>,
  service: Service,
  last: LastFailure,
): (change: BreakerChange) => void {
  return ({ sinceMs, endedMs, refused }) => {
    const since = new Date(sinceMs).toISOString();
    if (endedMs !== null) {
      const detail = `away ${clock(sinceMs)}–${clock(endedMs)}, ${refused} calls not made`;
      const line = { event: 'upstream.back', dependency: service, since, refused, detail };
      log.info(line, 'an upstream is asked again');
      return;
    }
    // Wait for the call that opened the breaker to record its failure.
    setImmediate(() => {
      const line = { event: 'upstream.away', dependency: service, since };
      log.warn({ ...line, error: last.told() ?? 'no answer' }, 'an upstream is asked no longer');
    });
  };
}
