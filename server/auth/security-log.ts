/**
 * Security events, one log line each (P-73): the customer number, the event and its reason. Never a token, a login, an
 * address or free text of a customer. The event names are a closed set.
 */
import type { Log } from '../observe/logger';
import type { Metrics } from '../observe/metrics';

type SecurityEvent =
  | 'sign_in.started'
  | 'sign_in.succeeded'
  | 'sign_in.failed'
  | 'sign_in.anonymous'
  | 'sign_out.done'
  | 'sign_out.step_failed'
  | 'session.ended'
  | 'token.renewed'
  | 'token.renewal_failed'
  | 'backchannel.done'
  | 'backchannel.refused'
  | 'form.kept';

interface SecurityDetails {
  reference: string;
  customer?: string | null;
  reason?: string;
  [fact: string]: string | number | boolean | null | undefined;
}

const warned = new Set<SecurityEvent>([
  'sign_in.failed',
  'sign_out.step_failed',
  'token.renewal_failed',
  'backchannel.refused',
]);

export function securityLog(
  log: Log,
  metrics: Pick<Metrics, 'count'>,
  event: SecurityEvent,
  facts: SecurityDetails,
): void {
  metrics.count(event);
  const line = { event, ...facts };
  if (warned.has(event)) log.warn(line, 'security event');
  else log.info(line, 'security event');
}
