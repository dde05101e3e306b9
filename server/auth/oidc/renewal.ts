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

export function createRenewal(
  parts: Pick<AuthParts, 'sessions' | 'keyValueStore' | 'clock' | 'metrics'> & {
    provider: Provider;
  },
): Renewal {
  const { sessions, keyValueStore, clock, metrics, provider } = parts;
  const flights = new Map<string, Promise<RenewalOutcome>>();
  const now = (): number => clock.now().getTime();
  const lost: SessionRecord['renewal'] = { state: 'lost', silentTriedAt: null };
  const isGood = (tokens: TokensRecord, rejected: string | undefined): boolean =>
    tokens.access !== rejected && dueAt(tokens) > now();

  async function mark(hash: string, renewal: SessionRecord['renewal']): Promise<void> {
    await sessions.update(hash, (record) => ({ ...record, renewal }));
  }

  /** The customer in the session changes only if the login differs (AUTH-10). */
  async function changedCustomer(
    record: SessionRecord,
    { tokens, claims }: Exchange,
    about: About,
  ): Promise<SessionRecord['customer'] | null> {
    const login = loginOf({ preferred_username: claims['preferred_username'] });
    if (login === null || login === record.customer.login) return null;
    const all = { ...claims, ...(await provider.userinfo(tokens, about)) };
    const { customer } = customerOf(tokens.issuer, tokens.subject, all);
    return customer;
  }

  async function keep(
    hash: string,
    before: SessionRecord,
    exchange: Exchange,
    about: About,
  ): Promise<RenewalOutcome> {
    const customer = await changedCustomer(before, exchange, about).catch((error: unknown) => {
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
    hash: string,
    record: SessionRecord,
    error: unknown,
    about: About,
  ): Promise<RenewalOutcome> {
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
      await mark(hash, { state: 'ready', notBefore: now() + pauseMs });
      return { kind: 'unavailable' };
    }
    await mark(hash, lost);
    return { kind: 'lost' };
  }

  /**
   * Marks the session as `running` if it still has this refresh token. It may not: a process that stalls longer than its
   * lease reads the record before another instance renews the token.
   */
  async function begin(hash: string, { refresh }: TokensRecord): Promise<boolean> {
    let isCurrent = false;
    await sessions.update(hash, (record) => {
      isCurrent = record.tokens?.refresh === refresh && record.renewal.state === 'ready';
      return isCurrent ? { ...record, renewal: { state: 'running' } } : record;
    });
    return isCurrent;
  }

  /** Runs with the lease: decides by the current record, not by the one that the caller read. */
  async function renewAlone(
    hash: string,
    about: About,
    rejected: string | undefined,
  ): Promise<RenewalOutcome> {
    const record = await sessions.read(hash);
    if (!record?.tokens) return { kind: 'ended' };
    if (isGood(record.tokens, rejected)) return { kind: 'renewed', record };
    if (record.renewal.state === 'lost') return { kind: 'lost' };
    if (record.renewal.state === 'running') {
      await mark(hash, lost);
      securityLog(about.log, metrics, 'token.renewal_failed', {
        reference: about.reference,
        customer: record.customer.ref,
        reason: 'lost',
      });
      return { kind: 'lost' };
    }
    if (record.renewal.notBefore > now()) return { kind: 'unavailable' };
    if (!(await begin(hash, record.tokens))) return awaitOther(hash, rejected);
    let exchange: Exchange;
    try {
      exchange = await provider.refresh(record.tokens, about);
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error;
      return settle(hash, record, error, about);
    }
    return keep(hash, record, exchange, about);
  }

  /** Another instance is renewing: wait for its result in the session. */
  async function awaitOther(hash: string, rejected: string | undefined): Promise<RenewalOutcome> {
    for (let step = 0; step < waitSteps; step += 1) {
      await new Promise((resolve) => setTimeout(resolve, waitStepMs));
      const record = await sessions.read(hash);
      if (!record?.tokens) return { kind: 'ended' };
      if (isGood(record.tokens, rejected)) return { kind: 'renewed', record };
      if (record.renewal.state === 'lost') return { kind: 'lost' };
      if (record.renewal.state === 'ready' && record.renewal.notBefore > now())
        return { kind: 'unavailable' };
    }
    return { kind: 'unavailable' };
  }

  async function fly(
    hash: string,
    about: About,
    rejected: string | undefined,
  ): Promise<RenewalOutcome> {
    const lease = await keyValueStore.lease(`renew:${hash}`, leaseMs);
    if (!lease) return awaitOther(hash, rejected);
    try {
      return await renewAlone(hash, about, rejected);
    } finally {
      await lease.release();
    }
  }

  return {
    renew(hash, about, rejected) {
      const running = flights.get(hash);
      if (running) return running;
      const flight = fly(hash, about, rejected).finally(() => flights.delete(hash));
      flights.set(hash, flight);
      return flight;
    },
    settled: async () => void (await Promise.allSettled(flights.values())),
  };
}
