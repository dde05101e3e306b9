/** State of codes and refresh tokens in the hostile provider, and its unmutated responses. */
import { createHash, randomBytes } from 'node:crypto';
import { delivered, type TokenAnswer } from './answers';
import type { Draft, SigningKey } from './tokens';

interface PendingCode {
  nonce: string | undefined;
  challenge: string | undefined;
  redirectUri: string;
  sid: string;
}

interface GrantContext {
  issuer(): string;
  clientId: string;
  /** Claims of the user who signs in, for ID token, access token and userinfo, including `sub`. */
  claims(): Record<string, unknown>;
  key(): SigningKey;
  nowSeconds(): number;
  accessTokenTtlSeconds: number;
}

export interface Exchange {
  answer: TokenAnswer;
  /** The effect of the request: the code is spent, the refresh token rotated. */
  commit(): void;
}

export interface Grants {
  issueCode(request: URLSearchParams): string;
  exchange(form: URLSearchParams): Exchange;
}

const random = (label: string): string => `${label}-${randomBytes(24).toString('base64url')}`;

function refused(at: 'code' | 'refresh', error: string, why: string): Exchange {
  const body = { error, error_description: why };
  const answer = { at, ...delivered(400), body, idToken: null, accessToken: null };
  return { answer, commit: () => undefined };
}

export function createGrants(context: GrantContext): Grants {
  const codes = new Map<string, PendingCode>();
  /** Valid refresh tokens with their sessions. */
  const refreshTokens = new Map<string, string>();
  let sessions = 0;

  function draft(extra: Record<string, unknown>, ttlSeconds: number): Draft {
    const now = context.nowSeconds();
    return {
      header: { alg: 'RS256', kid: context.key().kid },
      claims: {
        ...context.claims(),
        iss: context.issuer(),
        iat: now,
        exp: now + ttlSeconds,
        ...extra,
      },
      signature: 'good',
    };
  }

  function granted(at: 'code' | 'refresh', sid: string, nonce: string | undefined): TokenAnswer {
    const { accessTokenTtlSeconds: ttl, clientId } = context;
    const refreshToken = random('refresh');
    const asked = nonce === undefined ? {} : { nonce };
    return {
      at,
      ...delivered(),
      body: { token_type: 'Bearer', expires_in: ttl, refresh_token: refreshToken },
      idToken: draft({ aud: clientId, sid, auth_time: context.nowSeconds(), ...asked }, ttl),
      accessToken: draft({ aud: 'erp', azp: clientId, sid, jti: random('jti') }, ttl),
    };
  }

  const keep = (answer: TokenAnswer, sid: string): void => {
    const token = answer.body['refresh_token'];
    if (typeof token === 'string') refreshTokens.set(token, sid);
  };

  function exchangeCode(form: URLSearchParams): Exchange {
    const code = form.get('code') ?? '';
    const pending = codes.get(code);
    if (pending === undefined) return refused('code', 'invalid_grant', 'Code not valid');
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    if (pending.challenge !== challenge) return refused('code', 'invalid_grant', 'PKCE failed');
    if (pending.redirectUri !== form.get('redirect_uri')) {
      return refused('code', 'invalid_grant', 'Incorrect redirect_uri');
    }
    const answer = granted('code', pending.sid, pending.nonce);
    const commit = (): void => {
      codes.delete(code);
      keep(answer, pending.sid);
    };
    return { answer, commit };
  }

  function exchangeRefresh(form: URLSearchParams): Exchange {
    const token = form.get('refresh_token') ?? '';
    const sid = refreshTokens.get(token);
    if (sid === undefined) return refused('refresh', 'invalid_grant', 'Stale token');
    const answer = granted('refresh', sid, undefined);
    const commit = (): void => {
      // Without rotation the old refresh token stays valid.
      if ('refresh_token' in answer.body) refreshTokens.delete(token);
      keep(answer, sid);
    };
    return { answer, commit };
  }

  return {
    issueCode(request) {
      const code = random('code');
      sessions += 1;
      codes.set(code, {
        nonce: request.get('nonce') ?? undefined,
        challenge: request.get('code_challenge') ?? undefined,
        redirectUri: request.get('redirect_uri') ?? '',
        sid: `sid-${sessions}`,
      });
      return code;
    },
    exchange: (form) =>
      form.get('grant_type') === 'refresh_token' ? exchangeRefresh(form) : exchangeCode(form),
  };
}
