/**
 * Logout tokens for the back channel (OpenID Connect Back-Channel Logout 1.0), valid or forged. A client must reject
 * the forgeries by section 2.6.
 */
import type { Draft } from './tokens';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

export interface LogoutSubject {
  sub?: string;
  sid?: string;
}

export const logoutDraft = (
  subject: LogoutSubject,
  { issuer, clientId, nowSeconds, kid, id }: LogoutContext,
): Draft => ({
  header: { alg: 'RS256', typ: 'logout+jwt', kid },
  claims: {
    iss: issuer,
    aud: clientId,
    iat: nowSeconds,
    exp: nowSeconds + 120,
    jti: id,
    events: { [EVENT]: {} },
    ...subject,
  },
  signature: 'good',
});

interface LogoutContext {
  issuer: string;
  clientId: string;
  nowSeconds: number;
  kid: string;
  id: string;
}

const change = (edit: (draft: Draft) => void) => edit;

export const LOGOUT_FORGERIES = {
  'signature-broken': change((draft) => void (draft.signature = 'broken')),
  'signature-foreign': change((draft) => void (draft.signature = 'foreign')),
  'alg-none': change((draft) => {
    draft.header = { alg: 'none', typ: 'logout+jwt' };
    draft.signature = 'none';
  }),
  'alg-secret': change((draft) => {
    draft.header = { alg: 'HS256', typ: 'logout+jwt' };
    draft.signature = 'secret';
  }),
  'iss-wrong': change(({ claims }) => void (claims['iss'] = 'https://other.example')),
  'aud-wrong': change(({ claims }) => void (claims['aud'] = 'another-client')),
  'events-absent': change(({ claims }) => void delete claims['events']),
  'events-other': change(({ claims }) => void (claims['events'] = { 'urn:something': {} })),
  'nonce-present': change(({ claims }) => void (claims['nonce'] = 'n')),
  'iat-absent': change(({ claims }) => void delete claims['iat']),
  'iat-old': change(({ claims }) => {
    claims['iat'] = Number(claims['iat']) - 300;
    claims['exp'] = Number(claims['exp']) + 300;
  }),
  'exp-past': change(({ claims }) => void (claims['exp'] = Number(claims['iat']) - 60)),
  'nobody-named': change(({ claims }) => {
    delete claims['sub'];
    delete claims['sid'];
  }),
} satisfies Record<string, (draft: Draft) => void>;
export type LogoutForgery = keyof typeof LOGOUT_FORGERIES;
