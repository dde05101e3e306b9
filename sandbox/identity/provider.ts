/**
 * Configures oidc-provider as the shop's identity provider (contract/erp.md 5.4, 7.1): authorization code with PKCE,
 * JWT access tokens for the audience `erp`, signed RS256, with the customer's claims, refresh tokens at every sign-in,
 * sign-out by the shop, revocation, back-channel logout.
 */
import Provider, {
  type IssuedAccessToken,
  type OidcState,
  type ProviderContext,
} from 'oidc-provider';
import type { Accounts } from './accounts';
import { CLAIMS_BY_SCOPE, customerClaims } from './claims';
import type { ClientRegistry } from './clients';
import type { IdentityKeys } from './keys';
import { signInPath } from './sign-in';
import { signOutPages } from './sign-out';
import type { IdentityStore } from './store';
import { AUDIENCE, rememberIssuedTokens } from './userinfo';

const RESOURCE = 'urn:vet-supplies:erp';
const SCOPES = ['openid', 'profile', 'email', 'offline_access'];
const DAY_SECONDS = 86_400;

interface ProviderSettings {
  issuer: string;
  accounts: Accounts;
  clients: ClientRegistry;
  store: IdentityStore;
  keys: IdentityKeys;
  accessTokenTtlSeconds: number;
  rotateRefreshTokens: boolean;
}

interface RequestWithState extends ProviderContext {
  oidc: OidcState;
}

/** Grants scopes without a consent page, because the shop is a first-party client. */
async function grantSilently(provider: Provider, { oidc }: RequestWithState) {
  const { client, session, params } = oidc;
  if (client === undefined || session.accountId === undefined) return undefined;
  const known = session.grantIdFor(client.clientId);
  const found = known === undefined ? undefined : await provider.Grant.find(known);
  const grant =
    found?.accountId === session.accountId
      ? found
      : new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope(typeof params['scope'] === 'string' ? params['scope'] : 'openid');
  grant.addResourceScope(RESOURCE, SCOPES.join(' '));
  await grant.save();
  return grant;
}

const resources = (accessTokenTTL: number) => ({
  enabled: true,
  defaultResource: async () => RESOURCE,
  // Without this setting, a request for `openid` would get an opaque token that only userinfo accepts.
  useGrantedResource: async () => true,
  getResourceServerInfo: async () => ({
    audience: AUDIENCE,
    scope: SCOPES.join(' '),
    accessTokenTTL,
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: 'RS256' } },
  }),
});

/** The library refuses to call loopback addresses, but every sandbox client has one. */
const callClient = (
  url: string,
  init: RequestInit & { dispatcher?: unknown },
): Promise<Response> => {
  const plain = { ...init };
  delete plain.dispatcher;
  return fetch(url, plain);
};

export function buildProvider(settings: ProviderSettings): Provider {
  const { issuer, accounts, clients, store, keys } = settings;
  const pages = signOutPages(() => provider, store, clients.shopUrl);
  const claimsOf = (subject: string): Record<string, unknown> => {
    const customer = accounts.bySubject(subject);
    return customer === undefined ? { sub: subject } : customerClaims(customer);
  };
  const provider: Provider = new Provider(issuer, {
    adapter: (model: string) => (model === 'Client' ? clients.adapter : store.adapter(model)),
    jwks: { keys: keys.current() },
    cookies: {
      keys: [keys.cookieSecret],
      // Cookies ignore ports: on a shared host these names must differ from the shop's.
      names: { session: 'idp_session', interaction: 'idp_attempt', resume: 'idp_resume' },
    },
    claims: CLAIMS_BY_SCOPE,
    scopes: SCOPES,
    responseTypes: ['code'],
    discovery: { ui_locales_supported: ['fr', 'nl', 'en'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    fetch: callClient,
    clientBasedCORS: () => false,
    findAccount: async (_ctx: ProviderContext, subject: string) =>
      accounts.bySubject(subject) && { accountId: subject, claims: async () => claimsOf(subject) },
    loadExistingGrant: (ctx: RequestWithState) => grantSilently(provider, ctx),
    extraTokenClaims: async (_ctx: ProviderContext, token: IssuedAccessToken) => {
      const claims = claimsOf(token.accountId);
      delete claims['sub']; // The library sets the claim `sub` itself.
      return claims;
    },
    issueRefreshToken: async () => true,
    rotateRefreshToken: settings.rotateRefreshTokens,
    interactions: {
      url: async (_ctx: ProviderContext, attempt: { uid: string }) => signInPath(attempt.uid),
    },
    renderError: pages.renderError,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: resources(settings.accessTokenTtlSeconds),
      revocation: { enabled: true },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: pages.logoutSource,
        postLogoutSuccessSource: pages.postLogoutSuccessSource,
      },
    },
    ttl: {
      AccessToken: settings.accessTokenTtlSeconds,
      AuthorizationCode: 60,
      IdToken: settings.accessTokenTtlSeconds,
      Interaction: 3600,
      Session: 10 * DAY_SECONDS,
      Grant: 10 * DAY_SECONDS,
      RefreshToken: 10 * DAY_SECONDS,
    },
  });
  rememberIssuedTokens(provider, store);
  return provider;
}
