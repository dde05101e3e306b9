/**
 * Clients of the provider. They can be registered at run time, because a shop under test learns its port last. So the
 * library reads them through the adapter instead of its fixed list.
 */
import type { ModelAdapter, StoredPayload } from 'oidc-provider';

export interface IdentityClient {
  clientId: string;
  /** Accepted in the form and as HTTP Basic authentication. */
  clientSecret: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  backchannelLogoutUri?: string;
}

export interface ClientRegistry {
  register(client: IdentityClient): void;
  /** Home page of the first client, for "back to the shop". */
  shopUrl(): string | undefined;
  adapter: ModelAdapter;
}

const metadataOf = (client: IdentityClient): StoredPayload => ({
  client_id: client.clientId,
  client_secret: client.clientSecret,
  redirect_uris: client.redirectUris,
  post_logout_redirect_uris: client.postLogoutRedirectUris,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_basic',
  id_token_signed_response_alg: 'RS256',
  require_auth_time: true,
  // Without this setting, neither the ID token nor the logout token would name the session.
  backchannel_logout_session_required: true,
  ...(client.backchannelLogoutUri === undefined
    ? {}
    : { backchannel_logout_uri: client.backchannelLogoutUri }),
});

export function createClients(initial: readonly IdentityClient[]): ClientRegistry {
  const clients = new Map(initial.map((client) => [client.clientId, client]));
  const fixed = (): Promise<never> =>
    Promise.reject(new Error('clients are registered in process'));
  return {
    register: (client) => void clients.set(client.clientId, client),
    shopUrl() {
      const [first] = clients.values();
      return first?.postLogoutRedirectUris[0];
    },
    adapter: {
      async find(id) {
        const client = clients.get(id);
        return client === undefined ? undefined : metadataOf(client);
      },
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
      upsert: fixed,
      consume: fixed,
      destroy: fixed,
      revokeByGrantId: fixed,
    },
  };
}
