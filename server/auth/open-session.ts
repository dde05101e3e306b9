/**
 * Opens the session of a request from its cookie: checks the lifetimes (8 h idle, 10 days in total, P-14) and starts a
 * due renewal (AUTH-04). A cookie without a session is not cleared: pages that may be cached carry no Set-Cookie
 * (P-27).
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { errorDetail } from '../observe/logger';
import type { About, AuthParts } from './auth-parts';
import { localeOf } from './locale';
import { renewInBackground } from './oidc/access';
import { dueAt, mayRenew, type Renewal } from './oidc/renewal';
import { isSignInAddress, isSignOut, silentPath } from './paths';
import { hashOf } from './session/seal';
import { readLastSignedOut } from './session/last-signed-out';
import { createLiveSession, type LiveSession } from './session/live-session';
import type { SessionRecord } from './session/session-record';
import { idleMs } from './session/session-store';

export interface OpenedSession {
  /** The session of the request; null for a guest. */
  live: LiveSession | null;
  /**
   * Owner of the session behind the cookie, even if it has ended or was signed out: a saved form is returned only to
   * its owner.
   */
  owner: string | null;
  silentLoginUrl: string | null;
  /** The session exists, but its token has expired and the provider is unavailable. */
  suspended?: boolean;
}

const touchMs = 60_000;
/** Minimum pause between two silent sign-ins of a session, to prevent a redirect loop. */
const silentPauseMs = 120_000;

/**
 * Time limit for renewing the token that the ERP's sign-out needs, because the whole sign-out must finish within two
 * seconds (P-12).
 */
const leavingMs = 500;

/** Whether a person is waiting for a page, as opposed to a script that fetches data or a posted form. */
function isNavigation(request: Request, redirectPath: string): boolean {
  if (request.method !== 'GET' || isSignInAddress(request.path, redirectPath)) return false;
  const destination = request.headers['sec-fetch-dest'];
  if (destination !== undefined) return destination === 'document';
  return request.headers.accept?.includes('text/html') ?? false;
}

async function touch(live: LiveSession, record: SessionRecord, now: number): Promise<void> {
  if (now - record.seenAt < touchMs) return;
  try {
    await live.update((current) => ({ ...current, seenAt: now }));
  } catch (error) {
    live.about.log.warn(
      {
        event: 'session.touch_failed',
        reference: live.about.reference,
        error: errorDetail(error),
      },
      'session not touched',
    );
  }
}

/** Redirects to a silent sign-in, which alone can continue this session: once, and only for a page navigation. */
async function silently(
  redirectPath: string,
  request: Request,
  live: LiveSession,
  { owner, now }: { owner: string; now: number },
): Promise<OpenedSession> {
  const visitor: OpenedSession = { live: null, owner, silentLoginUrl: null };
  if (!isNavigation(request, redirectPath)) return visitor;
  let mine = false;
  await live.update((record) => {
    const tried = record.renewal.state === 'lost' ? record.renewal.silentTriedAt : null;
    mine = tried === null || now - tried > silentPauseMs;
    return mine ? { ...record, renewal: { state: 'lost', silentTriedAt: now } } : record;
  });
  if (!mine) return visitor;
  return { ...visitor, silentLoginUrl: silentPath(localeOf(request.path), request.originalUrl) };
}

export function createSessionOpener(parts: AuthParts & { renewal: Renewal | null }) {
  const { config, sessions, cookies, clock, renewal } = parts;

  async function renewed(
    request: Request,
    live: LiveSession,
    record: SessionRecord,
    by: Renewal,
  ): Promise<OpenedSession> {
    const { owner } = record.customer;
    const suspended: OpenedSession = { live: null, owner, silentLoginUrl: null, suspended: true };
    const now = clock.now().getTime();
    if (!mayRenew(record, now)) {
      const waiting =
        typeof record.tokens?.refresh === 'string' && record.renewal.state === 'ready';
      return waiting
        ? suspended
        : silently(config.OIDC_REDIRECT_PATH, request, live, { owner, now });
    }
    const outcome = await by.renew(live.hash, live.about);
    if (outcome.kind === 'renewed') {
      live.adopt(outcome.record);
      await touch(live, outcome.record, now);
      return { live: live.record() ? live : null, owner, silentLoginUrl: null };
    }
    if (outcome.kind === 'lost')
      return silently(config.OIDC_REDIRECT_PATH, request, live, { owner, now });
    return outcome.kind === 'unavailable' ? suspended : { live: null, owner, silentLoginUrl: null };
  }

  return async function openSession(
    request: Request,
    response: Response,
    about: About,
  ): Promise<OpenedSession> {
    const visitor: OpenedSession = { live: null, owner: null, silentLoginUrl: null };
    const id = cookies.read(request, cookies.session);
    if (id === null) return { ...visitor, owner: readLastSignedOut(parts, request) };
    const hash = hashOf(id);
    const record = await sessions.read(hash);
    if (!record) return visitor;
    const now = clock.now().getTime();
    const { owner } = record.customer;
    const live = createLiveSession(parts, { hash, record, about, response });
    const over = now >= record.endsAt ? 'absolute' : now - record.seenAt >= idleMs ? 'idle' : null;
    if (over) {
      await live.end(over, { quietly: true });
      return { live: null, owner, silentLoginUrl: null };
    }
    if (renewal && record.tokens && now >= dueAt(record.tokens)) {
      if (now >= record.tokens.expiresAt) {
        const opening = renewed(request, live, record, renewal);
        if (!isSignOut(request)) return opening;
        const gone: OpenedSession = { live: null, owner, silentLoginUrl: null };
        return Promise.race([opening.catch(() => gone), pause(leavingMs, gone, { ref: false })]);
      }
      if (mayRenew(record, now)) renewInBackground(renewal, live);
    }
    await touch(live, record, now);
    return { live: live.record() ? live : null, owner, silentLoginUrl: null };
  };
}
