/**
 * Identifies the caller by a bearer token of the identity provider, the ERP's own cookie, or the cookie of the
 * credentials mode (contract/erp.md section 5). An invalid bearer token is rejected even beside a valid cookie.
 */
import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { ErpState } from '../call';
import { CREDENTIALS_COOKIE, SESSION_COOKIE, readCookie } from '../protocol/cookies';
import { readSigned, type Claims } from '../protocol/signed-text';
import { internalError } from '../protocol/exchange';
import type { CustomerRecord } from '../store/records';

export interface TokenSources {
  /** The identity provider. Its keys are fetched with the first token. */
  issuer?: { url: string };
  audience?: string;
  /** A shared secret: the ERP also accepts HS256 tokens, like a chained validator. */
  tokenSecret?: string;
  fetch?: typeof fetch;
}

export interface Identity {
  claims: Claims;
  customer: CustomerRecord | null;
  /** Proof of identity. The ERP renews its cookie for `bearer` and `session`. */
  by: 'bearer' | 'session' | 'credentials';
}

const Discovery = z.object({ jwks_uri: z.url() });
const TokenHeader = z.object({ alg: z.string() });
const TimeClaims = z.object({
  exp: z.number(),
  iss: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
});

function headerOf(token: string): z.infer<typeof TokenHeader> | null {
  const [header = ''] = token.split('.');
  try {
    const value: unknown = JSON.parse(Buffer.from(header, 'base64url').toString('utf8'));
    const parsed = TokenHeader.safeParse(value);
    return parsed.success ? parsed.data : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}

/** The provider's key set lacks the key that signed the token. */
class UnknownKey extends Error {}

export function createTokenReader(sources: TokenSources, now: () => number) {
  let keys: Promise<JWTVerifyGetKey> | null = null;

  async function discover(url: string): Promise<JWTVerifyGetKey> {
    const get = sources.fetch ?? fetch;
    const response = await get(`${url.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const { jwks_uri: address } = Discovery.parse(await response.json());
    // A provider may get new keys at any time: an unknown key always triggers a refetch.
    return createRemoteJWKSet(new URL(address), { cooldownDuration: 0 });
  }

  /** After a failed fetch, the next token fetches the keys again. */
  async function providerKeys(url: string): Promise<JWTVerifyGetKey> {
    keys ??= discover(url);
    try {
      return await keys;
    } catch (cause) {
      keys = null;
      throw cause;
    }
  }

  async function byProvider(token: string): Promise<Claims | null> {
    if (!sources.issuer) return null;
    try {
      const { payload } = await jwtVerify(token, await providerKeys(sources.issuer.url), {
        issuer: sources.issuer.url,
        ...(sources.audience ? { audience: sources.audience } : {}),
        requiredClaims: ['exp'],
        currentDate: new Date(now()),
      });
      return payload;
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey) throw new UnknownKey();
      if (cause instanceof errors.JOSEError) return null;
      throw cause;
    }
  }

  function bySecret(token: string): Claims | null {
    const claims = sources.tokenSecret ? readSigned(token, sources.tokenSecret) : null;
    const times = TimeClaims.safeParse(claims);
    if (!claims || !times.success || times.data.exp * 1000 <= now()) return null;
    const audiences = [times.data.aud ?? []].flat();
    if (sources.audience && !audiences.includes(sources.audience)) return null;
    return claims;
  }

  return async (token: string): Promise<Claims | null> =>
    headerOf(token)?.alg === 'HS256' ? bySecret(token) : byProvider(token);
}

export type TokenReader = ReturnType<typeof createTokenReader>;

const Email = z.object({ email: z.string() });

/** The only customer with this e-mail; null if there is none or several. */
function customerOfClaims(erp: ErpState, claims: Claims): CustomerRecord | null {
  const email = Email.safeParse(claims);
  if (!email.success) return null;
  const [found, another] = erp.store.customers.find({ email: email.data.email.toLowerCase() });
  return found && !another && !found.doubledEmail ? found : null;
}

const SessionClaims = z.object({ exp: z.number() }).loose();
const CredentialClaims = z.object({ account: z.number(), exp: z.number() });

function bySession(erp: ErpState, value: string): Identity | null {
  const claims = SessionClaims.safeParse(readSigned(value, `session ${erp.secret}`));
  if (!claims.success || claims.data.exp * 1000 <= erp.clock.now()) return null;
  return { claims: claims.data, customer: customerOfClaims(erp, claims.data), by: 'session' };
}

function byCredentials(erp: ErpState, value: string): Identity | null {
  const claims = CredentialClaims.safeParse(readSigned(value, `credentials ${erp.secret}`));
  if (!claims.success || claims.data.exp * 1000 <= erp.clock.now()) return null;
  const account = erp.store.accounts.get(claims.data.account);
  const customer = account ? erp.store.customers.get(account.customerId) : null;
  return { claims: claims.data, customer, by: 'credentials' };
}

/** On a token with an unknown key Odoo 18 returns a 500; Odoo 16 rejects it like any invalid token. */
async function claimsOf(
  erp: ErpState,
  readToken: TokenReader,
  token: string,
): Promise<Claims | null> {
  try {
    return await readToken(token);
  } catch (cause) {
    if (!(cause instanceof UnknownKey)) throw cause;
    if (erp.quirks.has('unknown-key-500')) throw internalError();
    return null;
  }
}

/** Identifies the caller; null if the request has no valid token. */
export async function identify(
  erp: ErpState,
  readToken: TokenReader,
  headers: Readonly<Record<string, string | undefined>>,
): Promise<Identity | null> {
  const { authorization, cookie } = headers;
  if (authorization !== undefined) {
    const token = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
    const claims = token ? await claimsOf(erp, readToken, token) : null;
    return claims && { claims, customer: customerOfClaims(erp, claims), by: 'bearer' };
  }
  const session = readCookie(cookie, SESSION_COOKIE);
  if (session) return bySession(erp, session);
  const credentials = readCookie(cookie, CREDENTIALS_COOKIE);
  return credentials ? byCredentials(erp, credentials) : null;
}
