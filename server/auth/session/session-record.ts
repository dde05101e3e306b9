/** The server's record of a session. Sealed in the store; validated with this schema when read. */
import { z } from 'zod';
import { Customer } from '../customer';

const text = z.string();

/** Times in this record are milliseconds since 1970. */
const TokensRecord = z.object({
  issuer: text,
  subject: text,
  /** The provider's session id, if it sends one: back-channel sign-out refers to it. */
  sid: text.nullable(),
  access: text,
  issuedAt: z.number(),
  expiresAt: z.number(),
  refresh: text.nullable(),
  id: text,
});
export type TokensRecord = z.output<typeof TokensRecord>;

/**
 * `running` is written before a refresh token is sent. When nobody holds the lease, it means that the response was lost
 * and the refresh token must not be sent again.
 */
const RenewalRecord = z.discriminatedUnion('state', [
  z.object({ state: z.literal('ready'), notBefore: z.number() }),
  z.object({ state: z.literal('running') }),
  z.object({ state: z.literal('lost'), silentTriedAt: z.number().nullable() }),
]);

export const SessionRecord = z.object({
  /** Public name of the session; not the value of its cookie. */
  key: text,
  customer: Customer,
  signedInAt: z.number(),
  seenAt: z.number(),
  endsAt: z.number(),
  /** Tokens of the provider; null in credentials mode. */
  tokens: TokensRecord.nullable(),
  renewal: RenewalRecord,
  /** Whether the ERP has accepted `signin`, and the cookies that it set (in tough-cookie's format). */
  erp: z.object({ signedIn: z.boolean(), cookies: text.nullable() }),
});
export type SessionRecord = z.output<typeof SessionRecord>;

export const ready: SessionRecord['renewal'] = { state: 'ready', notBefore: 0 };
