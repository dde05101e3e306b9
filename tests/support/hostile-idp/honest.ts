/** Unmutated responses of the provider: URLs, metadata, and every endpoint. */
import { delivered, type Answer, type Endpoint } from './answers';
import type { Grants } from './grants';
import { keyNumber } from './tokens';

export const PATHS: Record<string, Endpoint | 'token'> = {
  '/.well-known/openid-configuration': 'discovery',
  '/jwks': 'jwks',
  '/authorize': 'authorize',
  '/token': 'token',
  '/userinfo': 'userinfo',
  '/revoke': 'revocation',
  '/logout': 'end_session',
};

const metadataOf = (issuer: string): Record<string, unknown> => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  revocation_endpoint: `${issuer}/revoke`,
  end_session_endpoint: `${issuer}/logout`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  authorization_response_iss_parameter_supported: true,
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
});

interface Prepared {
  answer: Answer;
  commit(): void;
}
const nothing = (): void => undefined;

export interface Provider {
  issuer: string;
  grants: Grants;
  claims: Record<string, unknown>;
  keyIndex: number;
}

/** Prepares the response of the provider before any mutation changes it. */
export function prepare(
  endpoint: Endpoint | 'token',
  form: URLSearchParams,
  idp: Provider,
): Prepared {
  switch (endpoint) {
    case 'discovery':
      return {
        answer: { at: 'discovery', ...delivered(), body: metadataOf(idp.issuer) },
        commit: nothing,
      };
    case 'jwks': {
      const keys = [keyNumber(idp.keyIndex).publicJwk];
      return { answer: { at: 'jwks', ...delivered(), keys }, commit: nothing };
    }
    case 'authorize': {
      const params = { code: idp.grants.issueCode(form), iss: idp.issuer };
      const state = form.get('state');
      const all = state === null ? params : { ...params, state };
      return { answer: { at: 'authorize', ...delivered(303), params: all }, commit: nothing };
    }
    case 'userinfo':
      return {
        answer: { at: 'userinfo', ...delivered(), claims: { ...idp.claims } },
        commit: nothing,
      };
    case 'revocation':
      return { answer: { at: 'revocation', ...delivered() }, commit: nothing };
    case 'end_session':
      return { answer: { at: 'end_session', ...delivered(303) }, commit: nothing };
    case 'token':
    case 'code':
    case 'refresh':
      return idp.grants.exchange(form);
  }
}

export function redirectTo(target: string | null, params: Record<string, string>): string {
  const url = new URL(target ?? 'http://nowhere.invalid/');
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}
