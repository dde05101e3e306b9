/**
 * Providers that really sign people in by a form: the identity stand-in, and a Keycloak whose issuer is given
 * in TEST_KEYCLOAK_ISSUER (client `shop`, its users and passwords as in its realm file).
 */
import { startIdentity } from '../../sandbox/identity/server';
import { SMALL_WORLD } from '../../sandbox/erp/testing/small-world';
import type { Page } from './visitor';

export interface RealProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The customer who signs in, as the shop should show them. */
  expected: Readonly<Record<string, unknown>>;
  /** Fills in the provider's sign-in page and follows it back to the shop. */
  fillIn(page: Page): Promise<Page>;
  isSignInPage(page: Page): boolean;
  /** The shop has an address now. */
  register(shop: { publicUrl: string }): void;
  /** Ends the customer's sessions as an administrator does; null where that cannot be done from here. */
  endSessions: (() => Promise<unknown>) | null;
  close(): Promise<void>;
}

const clientId = 'shop';
const clientSecret = 'shop-secret';

export async function identityStandIn(): Promise<RealProvider> {
  const identity = await startIdentity({ customers: SMALL_WORLD.customers, clients: [] });
  return {
    issuer: identity.issuer,
    clientId,
    clientSecret,
    expected: { ref: 'C100', login: 'anne@practice.example', supplierId: 100, role: 'default' },
    fillIn: (page) =>
      page
        .form('#password-form')
        .fill({ login: 'anne@practice.example', password: 'secret' })
        .submit(),
    isSignInPage: (page) => page.dom.querySelector('#password-form') !== null,
    register: ({ publicUrl }) =>
      identity.registerClient({
        clientId,
        clientSecret,
        redirectUris: ['fr', 'nl', 'en'].map((l) => `${publicUrl}/${l}/account/oidc-redirect`),
        postLogoutRedirectUris: ['fr', 'nl', 'en'].map((l) => `${publicUrl}/${l}`),
        backchannelLogoutUri: `${publicUrl}/account/backchannel-logout`,
      }),
    endSessions: () => identity.endSessions('C100'),
    close: () => identity.close(),
  };
}

export function keycloak(issuer: string): RealProvider {
  return {
    issuer,
    clientId,
    clientSecret,
    expected: { login: 'vet', role: 'vet', veterinaryGroups: expectList(2) },
    fillIn: (page) =>
      page.form('#kc-form-login').fill({ username: 'vet', password: 'vet-pass' }).submit(),
    isSignInPage: (page) => page.dom.querySelector('#kc-form-login') !== null,
    register: () => undefined,
    endSessions: null,
    close: () => Promise.resolve(),
  };
}

/** Vitest's matcher for a list of that many entries, whatever they are. */
function expectList(length: number): { asymmetricMatch(other: unknown): boolean } {
  return { asymmetricMatch: (other) => Array.isArray(other) && other.length === length };
}
