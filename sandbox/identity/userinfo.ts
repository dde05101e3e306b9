/**
 * Userinfo for the access tokens that also open the ERP. The library serves userinfo only for tokens without an
 * audience. Real providers, such as Keycloak, accept one token for both. So this handler verifies signature, issuer,
 * audience and expiry, and that the grant of the token still exists.
 */
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { IssuedAccessToken, Middleware, Provider, ProviderContext } from 'oidc-provider';
import type { Accounts } from './accounts';
import { customerClaims } from './claims';
import type { IdentityKeys } from './keys';
import type { IdentityStore } from './store';

export const AUDIENCE = 'erp';
const MODEL = 'IssuedToken';

/** The library does not store JWT access tokens; one row per token links it to its grant. */
export function rememberIssuedTokens(provider: Provider, store: IdentityStore): void {
  provider.on('access_token.issued', ({ jti, grantId, expiration }: IssuedAccessToken) => {
    store.upsert(MODEL, jti, { grantId }, expiration);
  });
}

function refuse(ctx: ProviderContext, description: string): void {
  ctx.status = 401;
  ctx.set(
    'www-authenticate',
    `Bearer error="invalid_token", error_description="${description.replace(/["\\\r\n]/g, ' ')}"`,
  );
  ctx.body = { error: 'invalid_token', error_description: description };
}

interface UserinfoOptions {
  issuer: string;
  keys: IdentityKeys;
  store: IdentityStore;
  accounts: Accounts;
}

export function userinfoMiddleware(options: UserinfoOptions): Middleware {
  const { issuer, keys, store, accounts } = options;
  return async (ctx, next) => {
    if (ctx.path !== '/me' || (ctx.method !== 'GET' && ctx.method !== 'POST')) return next();
    ctx.set('cache-control', 'no-store');
    const token = /^Bearer (.+)$/i.exec(ctx.get('authorization'))?.[1];
    if (token === undefined) return refuse(ctx, 'no bearer token');
    try {
      const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: keys.published() }), {
        issuer,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'jti', 'sub'],
      });
      const customer = accounts.bySubject(payload.sub ?? '');
      if (customer === undefined) return refuse(ctx, 'unknown subject');
      if (store.find(MODEL, payload.jti ?? '') === undefined) {
        return refuse(ctx, 'the session behind the token has ended');
      }
      ctx.body = customerClaims(customer);
    } catch (error) {
      refuse(ctx, error instanceof Error ? error.message : 'token refused');
    }
  };
}
