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
  /** Takes over what another part has read or written. */
  adopt(record: SessionRecord | null): void;
  update(change: (record: SessionRecord) => SessionRecord): Promise<SessionRecord | null>;
  /**
   * Forgets the session here and, while that is possible, in the browser (`quietly`: not there, for pages
   * that may be cached and so carry no Set-Cookie). Ends once.
   */
  end(reason: string, options?: { quietly: boolean }): Promise<void>;
}

export function createLiveSession(
  parts: Pick<AuthParts, 'sessions' | 'cookies' | 'metrics'>,
  found: { hash: string; record: SessionRecord; about: About; response: Response },
): LiveSession {
  const { sessions, cookies, metrics } = parts;
  const { hash, about, response } = found;
  let current: SessionRecord | null = found.record;
  return {
    hash,
    about,
    record: () => current,
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
      current = null;
      if (!quietly && !response.headersSent) cookies.clear(response, cookies.session);
      await sessions.destroy(hash);
      securityLog(about.log, metrics, 'session.ended', {
        reference: about.reference,
        customer,
        reason,
      });
    },
  };
}
