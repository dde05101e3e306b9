/**
 * Renews the access token (AUTH-04, P-8) 60 s before it expires, or at half the lifetime of a token that lives under
 * two minutes. Only one renewal per session runs at a time, over all requests and instances. Before the shop sends a
 * refresh token it marks the session as `running`. If the response, the process or the store is lost, the mark remains
 * and that refresh token is never sent again: a second use makes Keycloak end the session everywhere.
 */
import type { About, AuthParts } from '../auth-parts';
import { securityLog } from '../security-log';
import { ready, type SessionRecord, type TokensRecord } from '../session/session-record';
import { customerOf, loginOf } from './claims';
import type { Exchange, Provider } from './provider';
import { adviceOn, ProviderFault, providerDetail, providerFault } from './provider-fault';

type RenewalOutcome =
  | { kind: 'renewed'; record: SessionRecord }
  /** The provider rejected the renewal or the session is deleted: it has ended. */
  | { kind: 'ended' }
  /** The refresh token may have been used: only a silent sign-in can help. */
  | { kind: 'lost' }
  /**
   * The token could not be renewed now: the provider is unavailable, or another instance has not finished renewing it.
   */
  | { kind: 'unavailable' };

export interface Renewal {
  /**
   * Allows one renewal at a time per session: all callers get the same outcome. `rejected` is an access token that the
   * ERP has rejected; that token is renewed regardless of its expiry.
   */
  renew(hash: string, about: About, rejected?: string): Promise<RenewalOutcome>;
  /** Waits for renewals in progress: a process that stops must not lose their responses. */
  settled(): Promise<void>;
}

const marginMs = 60_000;
const shortLifeMs = 120_000;
const leaseMs = 20_000;
const waitStepMs = 50;
const waitSteps = 240;
/** Delay of the next attempt when the provider is unavailable. */
const pauseMs = 10_000;

export function dueAt(tokens: TokensRecord): number {
  const life = tokens.expiresAt - tokens.issuedAt;
  return tokens.expiresAt - (life >= shortLifeMs ? marginMs : life / 2);
}

export const mayRenew = (record: SessionRecord, now: number): boolean =>
  typeof record.tokens?.refresh === 'string' &&
  record.renewal.state !== 'lost' &&
  (record.renewal.state === 'running' || record.renewal.notBefore <= now);

type RenewalParts = Pick<AuthParts, 'sessions' | 'keyValueStore' | 'clock' | 'metrics'> & {
  provider: Provider;
};

/** One renewal of one session's token. */
interface Attempt {
  parts: RenewalParts;
  hash: string;
  about: About;
  rejected: string | undefined;
}

const lost: SessionRecord['renewal'] = { state: 'lost', silentTriedAt: null };

const nowMs = ({ clock }: RenewalParts): number => clock.now().getTime();

const isGood = ({ parts, rejected }: Attempt, tokens: TokensRecord): boolean =>
  tokens.access !== rejected && dueAt(tokens) > nowMs(parts);

async function mark({ parts, hash }: Attempt, renewal: SessionRecord['renewal']): Promise<void> {
  await parts.sessions.update(hash, (record) => ({ ...record, renewal }));
}

/** The customer in the session changes only if the login differs (AUTH-10). */
async function changedCustomer(
  { parts, about }: Attempt,
  record: SessionRecord,
  { tokens, claims }: Exchange,
): Promise<SessionRecord['customer'] | null> {
  const login = loginOf({ preferred_username: claims['preferred_username'] });
  if (login === null || login === record.customer.login) return null;
  const all = { ...claims, ...(await parts.provider.userinfo(tokens, about)) };
  const { customer } = customerOf(tokens.issuer, tokens.subject, all);
  return customer;
}

async function keep(
  attempt: Attempt,
  before: SessionRecord,
  exchange: Exchange,
): Promise<RenewalOutcome> {
  const { parts, hash, about } = attempt;
  const { sessions, provider, metrics } = parts;
  const customer = await changedCustomer(attempt, before, exchange).catch((error: unknown) => {
    about.log.warn(
      {
        event: 'identity.userinfo_failed',
        reference: about.reference,
        error: providerDetail(error),
      },
      'changed customer not read',
    );
    return null;
  });
  const record = await sessions.update(hash, (current) => ({
    ...current,
    tokens: exchange.tokens,
    renewal: ready,
    customer: customer ?? current.customer,
  }));
  securityLog(about.log, metrics, 'token.renewed', {
    reference: about.reference,
    customer: before.customer.ref,
  });
  if (record) return { kind: 'renewed', record };
  // The customer has signed out meanwhile: revoke the new refresh token.
  if (exchange.tokens.refresh)
    await provider.revoke(exchange.tokens.refresh, about).catch((error: unknown) =>
      about.log.warn(
        {
          event: 'token.revocation_failed',
          reference: about.reference,
          error: providerDetail(error),
        },
        'refresh token of an ended session not revoked',
      ),
    );
  return { kind: 'ended' };
}

async function settle(
  attempt: Attempt,
  record: SessionRecord,
  error: unknown,
): Promise<RenewalOutcome> {
  const { parts, hash, about } = attempt;
  const { sessions, metrics } = parts;
  const fault = providerFault(error);
  securityLog(about.log, metrics, 'token.renewal_failed', {
    reference: about.reference,
    customer: record.customer.ref,
    reason: fault.reason,
    error: providerDetail(fault),
    ...adviceOn(fault),
  });
  // A renewal is retried when the provider is unavailable: the alert counts only failures that end the session.
  if (fault.reason !== 'unavailable') metrics.count('session.not_renewed');
  if (fault.reason === 'refused' || fault.code === 'other-subject') {
    await sessions.destroy(hash);
    securityLog(about.log, metrics, 'session.ended', {
      reference: about.reference,
      customer: record.customer.ref,
      reason: fault.code ?? 'refused',
    });
    return { kind: 'ended' };
  }
  if (fault.reason === 'unavailable') {
    await mark(attempt, { state: 'ready', notBefore: nowMs(parts) + pauseMs });
    return { kind: 'unavailable' };
  }
  await mark(attempt, lost);
  return { kind: 'lost' };
}

/**
 * Marks the session as `running` if it still has this refresh token. It may not: a process that stalls longer than its
 * lease reads the record before another instance renews the token.
 */
async function begin({ parts, hash }: Attempt, { refresh }: TokensRecord): Promise<boolean> {
  let isCurrent = false;
  await parts.sessions.update(hash, (record) => {
    isCurrent = record.tokens?.refresh === refresh && record.renewal.state === 'ready';
    return isCurrent ? { ...record, renewal: { state: 'running' } } : record;
  });
  return isCurrent;
}

/** Runs with the lease: decides by the current record, not by the one that the caller read. */
async function renewAlone(attempt: Attempt): Promise<RenewalOutcome> {
  const { parts, hash, about } = attempt;
  const { sessions, metrics } = parts;
  const record = await sessions.read(hash);
  if (!record?.tokens) return { kind: 'ended' };
  if (isGood(attempt, record.tokens)) return { kind: 'renewed', record };
  if (record.renewal.state === 'lost') return { kind: 'lost' };
  if (record.renewal.state === 'running') {
    await mark(attempt, lost);
    securityLog(about.log, metrics, 'token.renewal_failed', {
      reference: about.reference,
      customer: record.customer.ref,
      reason: 'lost',
    });
    return { kind: 'lost' };
  }
  if (record.renewal.notBefore > nowMs(parts)) return { kind: 'unavailable' };
  if (!(await begin(attempt, record.tokens))) return awaitOther(attempt);
  let exchange: Exchange;
  try {
    exchange = await parts.provider.refresh(record.tokens, about);
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    return settle(attempt, record, error);
  }
  return keep(attempt, record, exchange);
}

/** Another instance is renewing: wait for its result in the session. */
async function awaitOther(attempt: Attempt): Promise<RenewalOutcome> {
  const { parts, hash } = attempt;
  for (let step = 0; step < waitSteps; step += 1) {
    await new Promise((resolve) => setTimeout(resolve, waitStepMs));
    const record = await parts.sessions.read(hash);
    if (!record?.tokens) return { kind: 'ended' };
    if (isGood(attempt, record.tokens)) return { kind: 'renewed', record };
    if (record.renewal.state === 'lost') return { kind: 'lost' };
    if (record.renewal.state === 'ready' && record.renewal.notBefore > nowMs(parts))
      return { kind: 'unavailable' };
  }
  return { kind: 'unavailable' };
}

async function fly(attempt: Attempt): Promise<RenewalOutcome> {
  const lease = await attempt.parts.keyValueStore.lease(`renew:${attempt.hash}`, leaseMs);
  if (!lease) return awaitOther(attempt);
  try {
    return await renewAlone(attempt);
  } finally {
    await lease.release();
  }
}

export function createRenewal(parts: RenewalParts): Renewal {
  const flights = new Map<string, Promise<RenewalOutcome>>();
  return {
    renew(hash, about, rejected) {
      const running = flights.get(hash);
      if (running) return running;
      const flight = fly({ parts, hash, about, rejected }).finally(() => flights.delete(hash));
      flights.set(hash, flight);
      return flight;
    },
    settled: async () => void (await Promise.allSettled(flights.values())),
  };
}
