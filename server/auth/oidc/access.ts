/** An access token that is good now, for one request's calls (AUTH-04). */
import { SessionEnded, UpstreamFailure } from '../../upstream/failure';
import type { AuthParts } from '../auth-parts';
import type { LiveSession } from '../session/live-session';
import { errorDetail } from '../../observe/logger';
import { dueAt, mayRenew, type Renewal } from './renewal';

/** Renews behind the request: the token in hand is still good. */
export function renewBehind(renewal: Renewal, live: LiveSession): void {
  renewal.renew(live.hash, live.about).then(
    (outcome) => {
      if (outcome.kind === 'renewed' && live.record()) live.adopt(outcome.record);
    },
    (error: unknown) =>
      live.about.log.warn(
        {
          event: 'token.renewal_failed',
          reference: live.about.reference,
          error: errorDetail(error),
        },
        'renewal failed',
      ),
  );
}

export async function goodAccess(
  parts: Pick<AuthParts, 'clock'> & { renewal: Renewal },
  live: LiveSession,
): Promise<string> {
  const record = live.record();
  if (!record?.tokens) throw new SessionEnded();
  const now = parts.clock.now().getTime();
  const { tokens } = record;
  const expired = now >= tokens.expiresAt;
  if (now < dueAt(tokens) || (!expired && !mayRenew(record, now))) return tokens.access;
  if (!expired) {
    renewBehind(parts.renewal, live);
    return tokens.access;
  }
  const outcome = await parts.renewal.renew(live.hash, live.about);
  if (outcome.kind === 'renewed' && outcome.record.tokens) {
    live.adopt(outcome.record);
    return outcome.record.tokens.access;
  }
  if (outcome.kind !== 'unavailable') throw new SessionEnded();
  throw new UpstreamFailure({
    service: 'identity',
    operation: 'POST token',
    reason: 'unreachable',
    applied: 'nothing',
    status: null,
    reference: live.about.reference,
  });
}
