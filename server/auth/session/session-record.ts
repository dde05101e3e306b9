/** What the server keeps about a session. Sealed in the store; checked with this schema when read. */
import { z } from 'zod';
import { Customer } from '../customer';

const text = z.string();

/** Times are milliseconds since 1970. */
const TokensRecord = z.object({
  issuer: text,
  subject: text,
  /** The provider's own session, when it says so: back-channel sign-out names it. */
  sid: text.nullable(),
  access: text,
  issuedAt: z.number(),
  expiresAt: z.number(),
  refresh: text.nullable(),
  id: text,
});
export type TokensRecord = z.output<typeof TokensRecord>;

/**
 * `running` is written before a refresh token is sent. Found without a holder of the lease it means that the
 * answer was lost, and that the refresh token must not be sent again.
 */
const RenewalRecord = z.discriminatedUnion('state', [
  z.object({ state: z.literal('ready'), notBefore: z.number() }),
  z.object({ state: z.literal('running') }),
  z.object({ state: z.literal('lost'), silentTriedAt: z.number().nullable() }),
]);

export const SessionRecord = z.object({
  /** Public name of the session; not the cookie. */
  key: text,
  customer: Customer,
  signedInAt: z.number(),
  seenAt: z.number(),
  endsAt: z.number(),
  /** Null in credentials mode. */
  tokens: TokensRecord.nullable(),
  renewal: RenewalRecord,
  /** `signin` has been answered by the ERP; cookies that it set (tough-cookie's form). */
  erp: z.object({ signedIn: z.boolean(), cookies: text.nullable() }),
});
export type SessionRecord = z.output<typeof SessionRecord>;

export const ready: SessionRecord['renewal'] = { state: 'ready', notBefore: 0 };
