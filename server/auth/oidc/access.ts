/** Provides a valid access token for the ERP calls of one request (AUTH-04). */
import { SessionEnded, UpstreamFailure } from '../../upstream/failure';
import type { AuthParts } from '../auth-parts';
import type { LiveSession } from '../session/live-session';
import { errorDetail } from '../../observe/logger';
import { dueAt, mayRenew, type Renewal } from './renewal';

/** Renews in the background: the current token is still valid. */
export function renewInBackground(renewal: Renewal, live: LiveSession): void {
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
 * Allowed clock difference between this process, the ERP and the instance that renewed the token. A 401 for a token
 * that is older than this may concern the token. The shop then renews it, and the provider thereby confirms whether the
 * customer is still valid.
 */
const clockSkewMs = 60_000;

/**
 * Called when the ERP has returned 401 for the access token `rejected`. Returns a new token if that one may have
 * expired or another request has renewed it. Returns null if the token was valid, so that the 401 concerns the
 * customer.
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

/**
 * Waits for a renewal; throws UpstreamFailure when the provider is unavailable and SessionEnded when the session has
 * ended.
 */
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

export async function getValidAccess(
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
    renewInBackground(parts.renewal, live);
    return tokens.access;
  }
  return renewedNow(parts.renewal, live);
}
