/**
 * The identity provider (contract/erp.md 7.1), through openid-client: discovery, code exchange, refresh, userinfo,
 * revocation and the addresses that the browser is redirected to. Every call has a timeout of 5 s, one log line and one
 * metric.
 *
 * Quirks: openid-client refetches a key set only when it is older than a minute. So each operation gets its own
 * configuration, whose cached keys are marked as older: an unknown `kid` then costs exactly one refetch (keys are new
 * after a Keycloak restart). The signatures of the token endpoint's ID tokens are verified too. openid-client does not
 * check the subject of a refresh, so it is compared here.
 */
import * as client from 'openid-client';
import { z } from 'zod';
import type { Clock } from '../../context';
import type { Metrics } from '../../observe/metrics';
import type { About } from '../auth-parts';
import type { TokensRecord } from '../session/session-record';
import { createClientAuthentication, type ClientCredentials } from './client-authentication';
import { identityFetch } from './identity-fetch';
import { isUnauthorized, ProviderFault, providerFault } from './provider-fault';

export interface Exchange {
  tokens: TokensRecord;
  claims: Readonly<Record<string, unknown>>;
}

export interface Provider {
  /** Fetches the metadata, unless they were fetched within `maxAgeMs`. */
  discover(about: About, options?: { maxAgeMs?: number; timeoutMs?: number }): Promise<void>;
  /** The provider's metadata; null before the first discovery. */
  metadata(): client.ServerMetadata | null;
  authorizationUrl(parameters: Readonly<Record<string, string>>): URL;
  endSessionUrl(parameters: Readonly<Record<string, string>>): URL | null;
  /** Throws ProviderFault; its reason is `refused`, with the code, when the provider returned an error. */
  exchange(
    url: URL,
    checks: { state: string; nonce: string; verifier: string },
    about: About,
  ): Promise<Exchange>;
  refresh(tokens: TokensRecord, about: About): Promise<Exchange>;
  userinfo(tokens: TokensRecord, about: About): Promise<Readonly<Record<string, unknown>>>;
  revoke(refreshToken: string, about: About): Promise<void>;
}

interface ProviderOptions {
  issuer: string;
  clientId: string;
  credentials: ClientCredentials;
  clock: Clock;
  metrics: Pick<Metrics, 'upstreamCall'>;
}

const timeoutSeconds = 5;
/**
 * Assumed lifetime of an access token without `expires_in`. It is short, because renewing a token early is better than
 * using an expired one.
 */
const unsaidLifeSeconds = 300;
/** A longer lifetime is treated as an invalid response. */
const longestLifeSeconds = 366 * 86_400;
const Sid = z.string().min(1);

/** The provider's metadata and keys, and a configuration of openid-client for each operation. */
function createConfigurations({ issuer, clientId, clock, metrics }: ProviderOptions) {
  const plainHttp = issuer.startsWith('http:');
  let server: { metadata: client.ServerMetadata; readAt: number } | null = null;
  let keys: ReturnType<typeof client.getJwksCache>;
  const clientMetadata = { [client.clockTolerance]: 30 };

  async function discover(
    about: About,
    {
      maxAgeMs = 0,
      timeoutMs = timeoutSeconds * 1000,
    }: { maxAgeMs?: number; timeoutMs?: number } = {},
  ): Promise<void> {
    if (server && clock.now().getTime() - server.readAt < maxAgeMs) return;
    try {
      const found = await client.discovery(new URL(issuer), clientId, clientMetadata, undefined, {
        timeout: timeoutMs / 1000,
        [client.customFetch]: identityFetch(about, metrics, null),
        execute: plainHttp ? [client.allowInsecureRequests] : [],
      });
      server = { metadata: { ...found.serverMetadata() }, readAt: clock.now().getTime() };
    } catch (error) {
      throw providerFault(error);
    }
  }

  function getMetadata(): client.ServerMetadata {
    if (!server) throw new ProviderFault('unavailable', null, new Error('not discovered yet'));
    return server.metadata;
  }

  function configure(
    about: About | null,
    clientAuth: client.ClientAuth = client.None(),
    granted?: () => void,
  ): client.Configuration {
    const metadata = getMetadata();
    const configuration = new client.Configuration(metadata, clientId, clientMetadata, clientAuth);
    configuration.timeout = timeoutSeconds;
    if (plainHttp) client.allowInsecureRequests(configuration);
    client.enableNonRepudiationChecks(configuration);
    if (about) configuration[client.customFetch] = identityFetch(about, metrics, metadata, granted);
    if (keys) {
      const minuteAgo = Math.floor(Date.now() / 1000) - 61;
      client.setJwksCache(configuration, { ...keys, uat: Math.min(keys.uat, minuteAgo) });
    }
    return configuration;
  }

  return {
    discover,
    metadata: () => server?.metadata ?? null,
    getMetadata,
    configure,
    /** Caches the keys that an operation has fetched. */
    saveKeys(configuration: client.Configuration) {
      const cached = client.getJwksCache(configuration);
      if (cached && cached.uat >= (keys?.uat ?? 0)) keys = cached;
    },
  };
}

function createCalls(
  configurations: ReturnType<typeof createConfigurations>,
  credentials: ClientCredentials,
) {
  const authentication = createClientAuthentication(credentials);

  async function ask<T>(
    about: About,
    work: (configuration: client.Configuration) => Promise<T>,
    clientAuth?: client.ClientAuth,
  ): Promise<T> {
    let spent = false;
    const configuration = configurations.configure(about, clientAuth, () => {
      spent = true;
    });
    try {
      return await work(configuration);
    } catch (error) {
      const fault = providerFault(error);
      // The token endpoint has granted the request, but the keys to verify its response are unavailable. The request
      // must not be repeated.
      if (spent && fault.reason === 'unavailable')
        throw new ProviderFault('lost', fault.code, error);
      // A 401 on a call with client authentication means that the client is rejected, whatever else the response
      // contains.
      if (clientAuth && fault.code === null && isUnauthorized(error))
        throw new ProviderFault('unavailable', 'invalid_client', error);
      throw fault;
    } finally {
      configurations.saveKeys(configuration);
    }
  }

  /**
   * Makes a call with client authentication, trying each method until one is accepted. A code or refresh token stays
   * valid until the client is authenticated (RFC 6749, 3.2.1).
   */
  async function askAsClient<T>(
    about: About,
    work: (configuration: client.Configuration) => Promise<T>,
  ): Promise<T> {
    const methods = authentication.methodsFor(
      configurations.getMetadata().token_endpoint_auth_methods_supported,
    );
    let refusal: unknown = null;
    for (const method of methods) {
      const clientAuth = await authentication.authenticationBy(method);
      try {
        const answer = await ask(about, work, clientAuth);
        authentication.noteTaken(method);
        return answer;
      } catch (error) {
        if (!(error instanceof ProviderFault) || error.code !== 'invalid_client') throw error;
        refusal ??= error;
      }
    }
    throw refusal;
  }

  return { ask, askAsClient };
}

type Answer = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;
function tokensOf(answer: Answer, before: TokensRecord | null, issuedAt: number): Exchange {
  const claims = answer.claims();
  const subject = claims?.sub ?? before?.subject;
  const from = claims?.iss ?? before?.issuer;
  const id = answer.id_token ?? before?.id;
  if (!subject?.trim() || from === undefined || id === undefined)
    throw new ProviderFault('invalid', null, new Error('no ID token, or no subject in it'));
  if (before && (subject !== before.subject || from !== before.issuer))
    throw new ProviderFault('invalid', 'other-subject', new Error('refreshed for someone else'));
  const lifeSeconds = answer.expires_in ?? unsaidLifeSeconds;
  if (!(lifeSeconds > 0 && lifeSeconds <= longestLifeSeconds))
    throw new ProviderFault('invalid', 'expires-in', new Error('no lifetime of a token'));
  const sid = Sid.safeParse(claims?.['sid']);
  return {
    claims: claims ?? {},
    tokens: {
      issuer: from,
      subject,
      sid: sid.success ? sid.data : (before?.sid ?? null),
      access: answer.access_token,
      issuedAt,
      expiresAt: issuedAt + lifeSeconds * 1000,
      refresh: answer.refresh_token ?? before?.refresh ?? null,
      id,
    },
  };
}

export function createProvider(options: ProviderOptions): Provider {
  const { clock } = options;
  const configurations = createConfigurations(options);
  const { configure, getMetadata } = configurations;
  const { ask, askAsClient } = createCalls(configurations, options.credentials);
  return {
    discover: configurations.discover,
    metadata: configurations.metadata,
    authorizationUrl: (parameters) =>
      client.buildAuthorizationUrl(configure(null), { response_type: 'code', ...parameters }),
    endSessionUrl: (parameters) =>
      configurations.metadata()?.end_session_endpoint
        ? client.buildEndSessionUrl(configure(null), { ...parameters })
        : null,
    exchange: (url, checks, about) =>
      askAsClient(about, async (configuration) => {
        const answer = await client.authorizationCodeGrant(configuration, url, {
          pkceCodeVerifier: checks.verifier,
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          idTokenExpected: true,
        });
        return tokensOf(answer, null, clock.now().getTime());
      }),
    refresh: (tokens, about) =>
      askAsClient(about, async (configuration) => {
        if (tokens.refresh === null)
          throw new ProviderFault('refused', 'no-refresh-token', new Error('none was given'));
        const answer = await client.refreshTokenGrant(configuration, tokens.refresh);
        return tokensOf(answer, tokens, clock.now().getTime());
      }),
    userinfo: (tokens, about) =>
      ask(about, async (configuration) =>
        getMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(configuration, tokens.access, tokens.subject)
          : {},
      ),
    revoke: (refreshToken, about) =>
      askAsClient(about, async (configuration) => {
        if (!getMetadata().revocation_endpoint) return;
        await client.tokenRevocation(configuration, refreshToken, {
          token_type_hint: 'refresh_token',
        });
      }),
  };
}
