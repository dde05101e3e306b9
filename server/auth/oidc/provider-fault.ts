/**
 * Classifies a failed call to the identity provider, from the errors of openid-client and fetch. The important
 * distinction is whether a refresh token may have been used. A failed connection or a plain 500 leaves it valid
 * (`unavailable`). A truncated response, a timeout or a gateway error leaves it in doubt (`lost`): it is never sent
 * again, because providers treat a second use as theft (AUTH-04).
 */
import * as client from 'openid-client';
import { z } from 'zod';
import { errorDetail, short } from '../../observe/logger';
import type { SignInFault } from '../session-view';

type ProviderFaultReason =
  /** The provider understood the request and refused to grant it. */
  | 'refused'
  /** Unreachable or unavailable; no code or token was used up. */
  | 'unavailable'
  /** The request may have been carried out, but its response was lost. */
  | 'lost'
  /** A response that fails verification: signature, issuer, nonce, subject … */
  | 'invalid';

export class ProviderFault extends Error {
  readonly kind = 'provider-fault';
  constructor(
    readonly reason: ProviderFaultReason,
    /** OAuth error code from the provider, or the unsupported algorithm of an ID token. */
    readonly code: string | null,
    cause: unknown,
  ) {
    super(`identity provider: ${reason}${code ? ` (${code})` : ''}`, { cause });
    this.name = 'ProviderFault';
  }
}

const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const gateway = new Set([502, 504]);
/**
 * Errors of a refresh that are caused by the shop's configuration or a temporary condition: they do not end the
 * session.
 */
const notTheSession = new Set([
  'invalid_client',
  'unauthorized_client',
  'invalid_request',
  'invalid_scope',
  'temporarily_unavailable',
  'server_error',
  'slow_down',
]);

function* chainOf(error: unknown): Generator<unknown> {
  let link: unknown = error;
  for (let depth = 0; depth < 6 && link !== undefined && link !== null; depth += 1) {
    yield link;
    link = typeof link === 'object' && 'cause' in link ? link.cause : undefined;
  }
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

function statusOf(error: unknown): number | null {
  for (const link of chainOf(error)) if (link instanceof Response) return link.status;
  return null;
}

/** Whether the response was a 401, in any of the forms in which openid-client reports it. */
export const isUnauthorized = (error: unknown): boolean =>
  statusOf(error) === 401 ||
  (error instanceof client.WWWAuthenticateChallengeError && error.status === 401);

const ofToken = z.union([
  z.object({ alg: z.string() }),
  z.object({ header: z.object({ alg: z.string() }) }).transform(({ header }) => header),
]);

/**
 * The signature algorithm of an ID token that is signed with a shared secret (`HS256`), which the shop does not verify;
 * else null.
 */
function sharedSecretAlgorithm(error: unknown): string | null {
  for (const link of chainOf(error)) {
    const { data } = ofToken.safeParse(link);
    if (data?.alg.startsWith('HS')) return data.alg;
  }
  return null;
}

function reasonOf(error: unknown): ProviderFaultReason {
  const status = statusOf(error);
  if (status !== null && gateway.has(status)) return 'lost';
  if (status !== null && (status >= 500 || status === 429)) return 'unavailable';
  const codes = [...chainOf(error)].map(codeOf);
  if (codes.some((code) => neverSent.has(code))) return 'unavailable';
  if (codes.some((code) => code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT')) return 'lost';
  if (codes.some((code) => code === 'OAUTH_PARSE_ERROR')) return 'lost';
  // fetch errors: the connection broke. openid-client uses its own codes for every response that it has read.
  return codes.some((code) => code.startsWith('OAUTH_')) ? 'invalid' : 'lost';
}

/** Converts any error of openid-client to a ProviderFault. */
export function providerFault(error: unknown): ProviderFault {
  if (error instanceof ProviderFault) return error;
  if (error instanceof client.AuthorizationResponseError)
    return new ProviderFault('refused', error.error, error);
  if (error instanceof client.ResponseBodyError) {
    const soft = error.status >= 500 || notTheSession.has(error.error);
    return new ProviderFault(soft ? 'unavailable' : 'refused', error.error, error);
  }
  if (error instanceof client.WWWAuthenticateChallengeError)
    return new ProviderFault('refused', error.cause[0]?.parameters.error ?? null, error);
  return new ProviderFault(reasonOf(error), sharedSecretAlgorithm(error), error);
}

/** Describes the fault for a log line: code, cause and the provider's description, truncated. */
export function providerDetail(error: unknown): string {
  const { cause } = error instanceof Error ? error : { cause: undefined };
  const description =
    cause instanceof client.ResponseBodyError || cause instanceof client.AuthorizationResponseError
      ? ` "${cause.error_description ?? ''}"`
      : '';
  return short(errorDetail(error) + description);
}

/** Error codes that indicate a wrong setting, and what the operator can do about it. */
const scopeAdvice =
  'the provider refuses a scope of OIDC_SCOPE: take it out (mostly offline_access), or allow it for this client there';
// No colon after SECRET: the log's redaction would treat the text after it as the secret.
const clientAdvice =
  'the provider does not take OIDC_CLIENT_ID with OIDC_CLIENT_SECRET; compare them with the client there, its method (OIDC_CLIENT_AUTH) too';
const adviceByCode: Readonly<Record<string, { setting: string; advice: string }>> = {
  invalid_scope: { setting: 'OIDC_SCOPE', advice: scopeAdvice },
  // Keycloak returns this at the code exchange when the client or customer may not use offline_access.
  not_allowed: { setting: 'OIDC_SCOPE', advice: scopeAdvice },
  invalid_client: { setting: 'OIDC_CLIENT_SECRET', advice: clientAdvice },
  unauthorized_client: { setting: 'OIDC_CLIENT_SECRET', advice: clientAdvice },
};

/** LemonLDAP::NG uses such an algorithm by default for new clients, Django OAuth Toolkit when configured. */
const algorithmAdvice = (algorithm: string) => ({
  setting: 'OIDC_CLIENT_ID',
  advice: `the provider signs the ID tokens of this client with ${algorithm}; choose RS256 or ES256 for it there`,
});

/** The setting that the operator should check, for the log; empty if the error indicates none. */
export function adviceOn(error: unknown): { setting?: string; advice?: string } {
  const code = error instanceof ProviderFault ? (error.code ?? '') : '';
  return code.startsWith('HS') ? algorithmAdvice(code) : (adviceByCode[code] ?? {});
}

const shownAs: Readonly<Record<ProviderFaultReason, SignInFault>> = {
  refused: 'provider-error',
  unavailable: 'provider-unreachable',
  lost: 'provider-unreachable',
  invalid: 'invalid-answer',
};

/** The fault as the sign-in page displays it. */
export const signInFault = (fault: ProviderFault): SignInFault =>
  adviceOn(fault).setting === undefined ? shownAs[fault.reason] : 'provider-setup';
