/** Providers with a sign-in form, and the shop's sign-in with them: the stand-in and Keycloak. */
import { startIdentity } from '../../sandbox/identity/server';
import { SMALL_WORLD } from '../../sandbox/erp/testing/small-world';
import { startAuthWorld, type AuthWorld, type WorldOptions } from './auth-app';
import type { Page } from './visitor';

export interface ProviderWorld {
  world: AuthWorld;
  /** The customer who signs in, as the shop should show it. */
  expected: Readonly<Record<string, unknown>>;
  /** Fills in the provider's sign-in page and follows the redirect to the shop. */
  fillIn(page: Page): Promise<Page>;
  isSignInPage(page: Page): boolean;
  /** Ends the customer's sessions as an administrator does. */
  endSessions(): Promise<unknown>;
  close(): Promise<void>;
}

export type OpenProviderWorld = (options?: WorldOptions) => Promise<ProviderWorld>;

const clientId = 'shop';
const clientSecret = 'shop-secret';

export const identityStandIn: OpenProviderWorld = async (options = {}) => {
  const identity = await startIdentity({ customers: SMALL_WORLD.customers, clients: [] });
  const provider = { issuer: identity.issuer, clientId, clientSecret };
  const world = await startAuthWorld({ ...options, provider });
  const { publicUrl } = world;
  identity.registerClient({
    clientId,
    clientSecret,
    redirectUris: ['fr', 'nl', 'en'].map((l) => `${publicUrl}/${l}/account/oidc-redirect`),
    postLogoutRedirectUris: ['fr', 'nl', 'en'].map((l) => `${publicUrl}/${l}`),
    backchannelLogoutUri: `${publicUrl}/account/backchannel-logout`,
  });
  return {
    world,
    expected: { ref: 'C100', login: 'anne@practice.example', supplierId: 100, role: 'default' },
    fillIn: (page) =>
      page
        .form('#password-form')
        .fill({ login: 'anne@practice.example', password: 'secret' })
        .submit(),
    isSignInPage: (page) => page.dom.querySelector('#password-form') !== null,
    endSessions: () => identity.endSessions('C100'),
    close: async () => {
      await world.close();
      await identity.close();
    },
  };
};
