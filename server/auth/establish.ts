/** Creates a session: a new id at every sign-in (AUTH-02, P-9); the browser's previous session is deleted. */
import type { Request, Response } from 'express';
import { ledgerKeyOf } from '../http/support/cart-ledger';
import type { About, AuthParts } from './auth-parts';
import { securityLog } from './security-log';
import type { Customer, SessionView } from './session-view';
import { hashOf, randomId } from './session/seal';
import { ready, type SessionRecord } from './session/session-record';
import { absoluteMs } from './session/session-store';

export interface NewSession {
  customer: Customer;
  tokens: SessionRecord['tokens'];
  erp: SessionRecord['erp'];
  /**
   * Start and end of the sign-in that a silent renewal continues, so that the lifetime does not restart. Null for a new
   * sign-in.
   */
  continues: Pick<SessionRecord, 'signedInAt' | 'endsAt'> | null;
}

export const viewOf = (record: SessionRecord): SessionView => ({
  kind: 'customer',
  customer: record.customer,
  key: record.key,
  signedInAt: new Date(record.signedInAt),
  endsAt: new Date(record.endsAt),
});

/** Price lists and rights from the claims, logged to explain unexpected prices. */
function termsOf(customer: Customer): string {
  const { role, canOrder, pricesKnown, pricelistGross, pricelistDiscounts } = customer;
  const lists = pricesKnown
    ? `gross list ${pricelistGross ?? 'none'}, discount lists ${pricelistDiscounts.join(' ') || 'none'}`
    : 'price lists unknown';
  return [role ?? 'no role', canOrder ? 'may order' : 'may not order', lists].join(', ');
}

const noRefresh =
  'no refresh token: the session lasts as long as its access token; add offline_access to OIDC_SCOPE, or allow refresh tokens for this client at the provider';

export async function establish(
  parts: Pick<
    AuthParts,
    'sessions' | 'sessionIds' | 'cookies' | 'clock' | 'metrics' | 'keyValueStore'
  >,
  { request, response, about }: { request: Request; response: Response; about: About },
  session: NewSession,
): Promise<{ hash: string; record: SessionRecord }> {
  const { sessions, sessionIds, cookies, clock, metrics, keyValueStore } = parts;
  const { customer, tokens, erp, continues } = session;
  const now = clock.now().getTime();
  const record: SessionRecord = {
    key: randomId().slice(0, 22),
    customer,
    signedInAt: continues?.signedInAt ?? now,
    seenAt: now,
    endsAt: continues?.endsAt ?? now + absoluteMs,
    tokens,
    renewal: ready,
    erp,
  };
  const id = sessionIds.make();
  const hash = hashOf(id);
  await sessions.create(hash, record);
  // Later page renders can then detect that the store has lost its memory (P-96).
  await keyValueStore.epoch(ledgerKeyOf(customer.owner));
  const before = cookies.read(request, cookies.session);
  if (before !== null) await sessions.destroy(hashOf(before));
  cookies.set(response, cookies.session, id, Math.ceil((record.endsAt - now) / 1000));
  securityLog(about.log, metrics, 'sign_in.succeeded', {
    reference: about.reference,
    customer: customer.ref,
    silent: continues !== null,
    detail: termsOf(customer),
    ...(tokens && tokens.refresh === null ? { refresh: false, advice: noRefresh } : {}),
  });
  return { hash, record };
}
