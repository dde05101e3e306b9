/** Two customers and a shop client, which uses openid-client, for the tests of the identity stand-in. */
import * as oidc from 'openid-client';
import {
  startIdentity,
  type Identity,
  type IdentityOptions,
} from '../../../sandbox/identity/server';
import type { WorldAddress, WorldCustomer } from '../../../sandbox/world';
import { createFormBrowser, formsOf, type FormBrowser, type Page } from './identity-browser';

export const SHOP = 'http://127.0.0.1:4999';
export const CLIENT = {
  clientId: 'shop',
  clientSecret: 'shop-secret',
  redirectUris: [`${SHOP}/fr/account/oidc-redirect`],
  postLogoutRedirectUris: [`${SHOP}/fr`],
};

const address = (id: number): WorldAddress => ({
  id,
  name: 'Cabinet du Vieux Moulin',
  street: 'rue du Moulin 14',
  street2: null,
  zip: '6900',
  city: 'Marche-en-Famenne',
  stateCode: 'WLX',
  countryCode: 'BE',
  phone: null,
  mobile: null,
  email: null,
  isDropoffSite: false,
});

export const SOPHIE: WorldCustomer = {
  id: 501,
  ref: 'C10021',
  login: 'sophie',
  email: 'sophie@moulin.example',
  password: 'vieux moulin',
  name: 'Sophie Lambinon',
  givenName: 'Sophie',
  familyName: 'Lambinon',
  title: 'title_dr',
  lang: 'fr',
  functionType: 'veterinary',
  role: 'vet',
  canOrder: true,
  helpWithFee: false,
  rebateVisible: true,
  vat: null,
  vetDepotNumber: null,
  vetSubscriptionNumber: null,
  pricelistGross: 'PL-STD',
  pricelistDiscounts: ['PD-A', 'PD-B'],
  supplierPromotion: 'vet',
  veterinaryGroups: [3, 7],
  salesRep: { name: 'Benoît Hardenne', phone: '+32 61 00 00 01' },
  invoicing: address(501),
  delivery: [],
  optOut: false,
  summary: { fr: 'Deux groupes <vétérinaires>', nl: 'Twee groepen', en: 'Two groups' },
  featured: true,
};

/** A student: every optional property is empty. */
export const WOUT: WorldCustomer = {
  ...SOPHIE,
  id: 502,
  ref: 'C10099',
  login: 'wout',
  email: 'wout@student.example',
  password: 'nog student',
  name: 'Wout Peeters',
  givenName: 'Wout',
  familyName: 'Peeters',
  lang: 'nl',
  role: '',
  canOrder: false,
  pricelistGross: null,
  pricelistDiscounts: [],
  supplierPromotion: null,
  veterinaryGroups: [],
  summary: { fr: 'Étudiant', nl: 'Student', en: 'Student' },
  featured: false,
};

export const startSample = (options: Partial<IdentityOptions> = {}): Promise<Identity> =>
  startIdentity({ customers: [WOUT, SOPHIE], clients: [CLIENT], ...options });

interface Attempt {
  url: string;
  verifier: string;
  state: string;
  nonce: string;
}

export interface ShopClient {
  config: oidc.Configuration;
  begin(extra?: Record<string, string>): Promise<Attempt>;
  finish(
    attempt: Attempt,
    callback: string,
  ): Promise<oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers>;
}

export async function discoverShop(
  issuer: string,
  auth?: oidc.ClientAuth,
  { clientId, clientSecret } = { clientId: CLIENT.clientId, clientSecret: CLIENT.clientSecret },
): Promise<ShopClient> {
  const config = await oidc.discovery(new URL(issuer), clientId, clientSecret, auth, {
    execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
  });
  return {
    config,
    async begin(extra = {}) {
      const verifier = oidc.randomPKCECodeVerifier();
      const attempt = { verifier, state: oidc.randomState(), nonce: oidc.randomNonce() };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: `${SHOP}/fr/account/oidc-redirect`,
        scope: 'openid profile email',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: attempt.state,
        nonce: attempt.nonce,
        ...extra,
      });
      return { ...attempt, url: url.href };
    },
    finish: (attempt, callback) =>
      oidc.authorizationCodeGrant(config, new URL(callback), {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
      }),
  };
}

/** Enters e-mail and password on the page of the sign-in attempt. */
export async function typePassword(
  browser: FormBrowser,
  attempt: Attempt,
  customer: WorldCustomer = SOPHIE,
): Promise<Page> {
  const [form] = formsOf(await browser.get(attempt.url));
  return browser.submit(form, { login: customer.email, password: customer.password });
}

interface SignedIn {
  browser: FormBrowser;
  shop: ShopClient;
  tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers;
  subject: string;
}

export async function signIn(issuer: string, customer: WorldCustomer = SOPHIE): Promise<SignedIn> {
  const browser = createFormBrowser(SHOP);
  const shop = await discoverShop(issuer);
  const attempt = await shop.begin();
  const back = await typePassword(browser, attempt, customer);
  const tokens = await shop.finish(attempt, back.url);
  return { browser, shop, tokens, subject: tokens.claims()?.sub ?? '' };
}
