/**
 * Faults of a provider, by name. What a client must reject in the ID token and the authorization response follows
 * OpenID Connect Core 3.1.3.7 and RFC 9207; each name describes the fault.
 */
import { at, idToken, type Mutation } from './answers';
import { keyNumber } from './tokens';

const OTHER = 'https://other.example';
const HOUR_SECONDS = 3600;
const nonce = { wrong: 'another-nonce' };
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

const idTokens = {
  'nonce-wrong': idToken(({ claims }) => void (claims['nonce'] = nonce.wrong)),
  'nonce-absent': idToken(({ claims }) => void delete claims['nonce']),
  'iss-wrong': idToken(({ claims }) => void (claims['iss'] = OTHER)),
  'iss-absent': idToken(({ claims }) => void delete claims['iss']),
  'aud-wrong': idToken(({ claims }) => void (claims['aud'] = 'another-client')),
  'aud-absent': idToken(({ claims }) => void delete claims['aud']),
  'aud-extra': idToken(({ claims }) => void (claims['aud'] = [claims['aud'], 'another-client'])),
  'azp-wrong': idToken(({ claims }) => {
    claims['aud'] = [claims['aud'], 'another-client'];
    claims['azp'] = 'another-client';
  }),
  'exp-past': idToken(({ claims }) => {
    claims['iat'] = number(claims['iat']) - 2 * HOUR_SECONDS;
    claims['exp'] = number(claims['exp']) - 2 * HOUR_SECONDS;
  }),
  'exp-absent': idToken(({ claims }) => void delete claims['exp']),
  'iat-absent': idToken(({ claims }) => void delete claims['iat']),
  'sub-absent': idToken(({ claims }) => void delete claims['sub']),
  'sub-empty': idToken(({ claims }) => void (claims['sub'] = '')),
  'alg-none': idToken((draft) => {
    draft.header = { alg: 'none' };
    draft.signature = 'none';
  }),
  'alg-secret': idToken((draft) => {
    draft.header = { alg: 'HS256' };
    draft.signature = 'secret';
  }),
  'signature-broken': idToken((draft) => void (draft.signature = 'broken')),
  'signature-foreign': idToken((draft) => void (draft.signature = 'foreign')),
  'signature-absent': idToken((draft) => void (draft.signature = 'none')),
  'id-token-absent': at('code', (answer) => void (answer.idToken = null)),
} satisfies Record<string, Mutation>;

/** Two keys are published, so that a client cannot simply use the only one. */
const withTwoKeys: Mutation = at('jwks', ({ keys }) => void keys.unshift(keyNumber(2).publicJwk));

const both =
  (...mutations: Mutation[]): Mutation =>
  (answer) =>
    mutations.forEach((mutation) => mutation(answer));

const keySets = {
  'kid-unknown': both(
    withTwoKeys,
    idToken(({ header }) => void (header['kid'] = 'never-published')),
  ),
  'kid-absent-two-keys': both(
    withTwoKeys,
    idToken(({ header }) => void delete header['kid']),
  ),
  'kid-absent-one-key': idToken(({ header }) => void delete header['kid']),
  'jwks-down': at('jwks', (answer) => void (answer.status = 503)),
} satisfies Record<string, Mutation>;

const refusedWith = (error: string): Mutation =>
  at('authorize', ({ params }) => {
    delete params['code'];
    params['error'] = error;
  });

const authorizations = {
  'response-iss-wrong': at('authorize', ({ params }) => void (params['iss'] = OTHER)),
  'response-iss-absent': at('authorize', ({ params }) => void delete params['iss']),
  'state-wrong': at('authorize', ({ params }) => void (params['state'] = 'another-state')),
  'state-absent': at('authorize', ({ params }) => void delete params['state']),
  'login-required': refusedWith('login_required'),
  'consent-required': refusedWith('consent_required'),
  'interaction-required': refusedWith('interaction_required'),
  'account-selection-required': refusedWith('account_selection_required'),
  'access-denied': refusedWith('access_denied'),
  'temporarily-unavailable': refusedWith('temporarily_unavailable'),
} satisfies Record<string, Mutation>;

const metadata = {
  'discovery-issuer-wrong': at('discovery', ({ body }) => void (body['issuer'] = OTHER)),
  'discovery-down': at('discovery', (answer) => void (answer.status = 503)),
  'discovery-garbage': at('discovery', (answer) => void (answer.rawBody = '<html>hello</html>')),
  'discovery-hangs': at('discovery', (answer) => void (answer.fate = 'hang')),
} satisfies Record<string, Mutation>;

const codes = {
  'code-refused': at('code', (answer) => {
    answer.status = 400;
    answer.body = { error: 'invalid_grant', error_description: 'Code not valid' };
  }),
  'code-500': at('code', (answer) => void (answer.status = 500)),
  'code-hangs': at('code', (answer) => void (answer.fate = 'hang')),
  'code-garbage': at('code', (answer) => void (answer.rawBody = '{"access_token":')),
} satisfies Record<string, Mutation>;

const refreshes = {
  'refresh-sub-other': at('refresh', ({ idToken: draft, accessToken }) => {
    if (draft !== null) draft.claims['sub'] = 'somebody-else';
    if (accessToken !== null) accessToken.claims['sub'] = 'somebody-else';
  }),
  'refresh-iss-other': at('refresh', ({ idToken: draft }) => {
    if (draft !== null) draft.claims['iss'] = OTHER;
  }),
  'refresh-without-id-token': at('refresh', (answer) => void (answer.idToken = null)),
  'refresh-without-rotation': at('refresh', ({ body }) => void delete body['refresh_token']),
  'refresh-500': at('refresh', (answer) => void (answer.status = 500)),
  'refresh-503': at('refresh', (answer) => void (answer.status = 503)),
  'refresh-invalid-grant': at('refresh', (answer) => {
    answer.status = 400;
    answer.body = { error: 'invalid_grant', error_description: 'Session not active' };
  }),
  'refresh-lost-answer': at('refresh', (answer) => void (answer.fate = 'lost-answer')),
  'refresh-lost-request': at('refresh', (answer) => void (answer.fate = 'lost-request')),
  'refresh-hangs': at('refresh', (answer) => void (answer.fate = 'hang')),
  'refresh-garbage': at('refresh', (answer) => void (answer.rawBody = 'OK')),
} satisfies Record<string, Mutation>;

const others = {
  'userinfo-sub-other': at('userinfo', ({ claims }) => void (claims['sub'] = 'somebody-else')),
  'userinfo-sub-absent': at('userinfo', ({ claims }) => void delete claims['sub']),
  'userinfo-401': at('userinfo', (answer) => void (answer.status = 401)),
  'userinfo-500': at('userinfo', (answer) => void (answer.status = 500)),
  'userinfo-hangs': at('userinfo', (answer) => void (answer.fate = 'hang')),
  'revocation-500': at('revocation', (answer) => void (answer.status = 500)),
  'revocation-hangs': at('revocation', (answer) => void (answer.fate = 'hang')),
  /** Every connection breaks at once, as if the server were down. */
  down: (answer) => void (answer.fate = 'lost-request'),
  /** Every response takes 200 ms. */
  slow: (answer) => void (answer.delayMs = 200),
} satisfies Record<string, Mutation>;

export const MUTATIONS = {
  ...idTokens,
  ...keySets,
  ...authorizations,
  ...metadata,
  ...codes,
  ...refreshes,
  ...others,
};
export type MutationName = keyof typeof MUTATIONS;

/** ID tokens in response to a code that every client must reject (P-03, P-04, P-05). */
export const REFUSED_ID_TOKENS = [
  'nonce-wrong',
  'nonce-absent',
  'iss-wrong',
  'iss-absent',
  'aud-wrong',
  'aud-absent',
  'azp-wrong',
  'exp-past',
  'exp-absent',
  'iat-absent',
  'sub-absent',
  'sub-empty',
  'alg-none',
  'alg-secret',
  'signature-broken',
  'signature-foreign',
  'signature-absent',
  'kid-unknown',
  'kid-absent-two-keys',
  'id-token-absent',
] as const satisfies readonly MutationName[];
