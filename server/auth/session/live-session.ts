/** The session of one request: the newest state that this request has seen, and its end. */
import type { Response } from 'express';
import type { About, AuthParts } from '../auth-parts';
import { securityLog } from '../security-log';
import type { SessionRecord } from './session-record';

export interface LiveSession {
  readonly hash: string;
  readonly about: About;
  /** Null once it has ended. */
  record(): SessionRecord | null;
  /** The ERP rejected this session within two minutes of its sign-in: another sign-in would end the same way. */
  refusedAtOnce(): boolean;
  /** Takes over what another part has read or written. */
  adopt(record: SessionRecord | null): void;
  update(change: (record: SessionRecord) => SessionRecord): Promise<SessionRecord | null>;
  /**
   * Forgets the session here and, while that is possible, in the browser (`quietly`: not there, for pages
   * that may be cached and so carry no Set-Cookie). Ends once.
   */
  end(reason: string, options?: { quietly: boolean }): Promise<void>;
}

/** Reasons for which the ERP ends a session. */
const erpReasons = ['erp-401', 'erp-refused'];
/** Longer than the redirects from the sign-in to the page take on a slow line. */
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
