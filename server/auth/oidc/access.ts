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

/**
 * The ERP's clock, and that of the instance which renewed the token, may be apart from ours. But for a token that was
 * issued within this time a 401 may mean the token: it is renewed, which asks the provider whether the customer is
 * still one.
 */
const clockSkewMs = 60_000;

/**
 * A new access token after a 401 for `rejected`, when that one may have run out meanwhile or another request has
 * renewed it; null when it was good, so that the 401 means the customer.
 */
export async function renewedAccess(
  parts: Pick<AuthParts, 'clock'> & { renewal: Renewal },
  live: LiveSession,
  rejected: string,
): Promise<string | null> {
  const tokens = live.record()?.tokens;
  if (!tokens) return null;
  const now = parts.clock.now().getTime();
  const ranOut = now >= tokens.expiresAt - clockSkewMs;
  const isNew = !ranOut && Math.abs(now - tokens.issuedAt) < clockSkewMs;
  if (tokens.access === rejected && (isNew || !tokens.refresh)) return null;
  if (tokens.access !== rejected && !ranOut) return tokens.access;
  const access = await renewedNow(parts.renewal, live, rejected);
  return access === rejected ? null : access;
}

/** Waits for a renewal; a provider that is away is distinguished from a session that has ended. */
async function renewedNow(renewal: Renewal, live: LiveSession, rejected?: string): Promise<string> {
  const outcome = await renewal.renew(live.hash, live.about, rejected);
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
  return renewedNow(parts.renewal, live);
}
