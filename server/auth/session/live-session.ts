/** The session of one request: its newest known state, and how to end it. */
import type { Response } from 'express';
import type { About, AuthParts } from '../auth-parts';
import { securityLog } from '../security-log';
import type { SessionRecord } from './session-record';

export interface LiveSession {
  readonly hash: string;
  readonly about: About;
  /** The session's record; null once the session has ended. */
  record(): SessionRecord | null;
  /**
   * Whether the ERP rejected this session within two minutes of its sign-in: another sign-in would fail in the same
   * way.
   */
  refusedAtOnce(): boolean;
  /** Replaces the state with one that other code has read or written. */
  adopt(record: SessionRecord | null): void;
  update(change: (record: SessionRecord) => SessionRecord): Promise<SessionRecord | null>;
  /**
   * Deletes the session here and, while headers can be sent, its cookie in the browser. `quietly` leaves the cookie,
   * for pages that may be cached and so carry no Set-Cookie. Further calls do nothing.
   */
  end(reason: string, options?: { quietly: boolean }): Promise<void>;
}

/** Reasons that mean a rejection by the ERP. */
const erpReasons = ['erp-401', 'erp-refused'];
/** Longer than the redirects from sign-in to the page take on a slow connection. */
const freshMs = 120_000;

function reportRefusal({ log, reference }: About, customer: string | null, reason: string): void {
  log.error(
    { event: 'erp.session_refused', reference, customer, reason },
    'the ERP rejects a session right after its sign-in: it checks tokens by another key, issuer or audience than the ' +
      'provider’s, one of its modules has its own authentication, or a proxy before it wants credentials',
  );
}

export function createLiveSession(
  parts: Pick<AuthParts, 'sessions' | 'cookies' | 'metrics' | 'clock'>,
  found: { hash: string; record: SessionRecord; about: About; response: Response },
): LiveSession {
  const { sessions, cookies, metrics, clock } = parts;
  const { hash, about, response } = found;
  let current: SessionRecord | null = found.record;
  let refusedAtOnce = false;
  return {
    hash,
    about,
    record: () => current,
    refusedAtOnce: () => refusedAtOnce,
    adopt: (record) => {
      current = record;
    },
    async update(change) {
      current = await sessions.update(hash, change);
      return current;
    },
    async end(reason, { quietly } = { quietly: false }) {
      if (!current) return;
      const customer = current.customer.ref;
      const age = clock.now().getTime() - current.signedInAt;
      refusedAtOnce = erpReasons.includes(reason) && age < freshMs;
      current = null;
      if (!quietly && !response.headersSent) cookies.clear(response, cookies.session);
      await sessions.destroy(hash);
      securityLog(about.log, metrics, 'session.ended', {
        reference: about.reference,
        customer,
        reason,
      });
      if (refusedAtOnce) reportRefusal(about, customer, reason);
    },
  };
}
