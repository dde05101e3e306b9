/** Sign-in at a real Keycloak: missing claims, rejected scopes, outdated forms, and its own forms. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  hasKeycloak,
  openKeycloakWorld,
  type KeycloakWorld,
} from '../support/keycloak/keycloak-world';
import type { UserName } from '../support/keycloak/admin';
import type { Page, Visitor } from '../support/visitor';

const bodyOf = (page: Page): Record<string, unknown> => {
  expect(page.headers.get('content-type'), page.text.slice(0, 300)).toContain('json');
  return JSON.parse(page.text) as Record<string, unknown>;
};
async function customerOf(visitor: Visitor): Promise<unknown> {
  const { view } = bodyOf(await visitor.get('/fr'));
  return view;
}

describe.skipIf(!hasKeycloak())('the claims of Keycloak', () => {
  let at: KeycloakWorld;
  beforeEach(async () => {
    at = await openKeycloakWorld();
  });
  afterEach(() => at.close());

  it.each([
    [
      'vet',
      { ref: 'C1001', role: 'vet', roles: ['vet', 'buyer'], helpWithFee: true, canOrder: true },
    ],
    ['pharmacist', { veterinaryGroups: [13], pricelistDiscounts: ['7'], role: 'pharmacist' }],
    ['wholesaler', { veterinaryGroups: [], supplierPromotion: null, pricelistGross: '16' }],
    [
      'student',
      {
        canOrder: false,
        emailVerified: false,
        pricelistGross: null,
        pricelistDiscounts: [],
        name: 'Noé Lefèvre',
        givenName: 'Noé',
        supplierId: 1004,
        role: 'student',
      },
    ],
  ] as const)(
    'AUTH-10 %s: single values become lists, and missing values are absent and not a fault',
    async (name, expected) => {
      expect(await customerOf(await at.signedIn(name))).toMatchObject({ customer: expected });
      expect(at.world.logs.filter((line) => line['event'] === 'claims.dropped')).toEqual([]);
    },
  );

  it('AUTH-10 invalid values in numeric claims are dropped, and the sign-in succeeds', async () => {
    await at.admin.changeUser(
      'vet',
      {},
      {
        'vt-groups': ['11', 'many', '12'],
        supplier_id: ['9007199254740993'],
        can_order: ['yes'],
        help_with_fee: [],
      },
    );
    expect(await customerOf(await at.signedIn())).toMatchObject({
      customer: {
        veterinaryGroups: [11, 12],
        supplierId: null,
        canOrder: false,
        helpWithFee: false,
      },
    });
  });

  it('AUTH-10 the language chosen on the provider’s page is returned as the customer’s', async () => {
    const visitor = at.visitor();
    const page = await visitor.get('/fr/private');
    const english = page.dom
      .querySelectorAll('a, option')
      .map((link) => link.getAttribute('href') ?? link.getAttribute('value') ?? '')
      .find((address) => address.includes('kc_locale=en'));
    expect(english).toBeDefined();
    const form = await visitor.get(new URL(english?.replaceAll('&amp;', '&') ?? '', page.url).href);
    expect((await at.fillIn(form)).url.pathname).toBe('/fr/private');
    expect(await customerOf(visitor)).toMatchObject({ customer: { locale: 'en' } });
    expect((await at.admin.attributesOf('vet'))['locale']).toEqual(['en']);
    await at.admin.changeUser('vet', {});
  });

  it('AUTH-02 AUTH-13 a customer with an incomplete profile completes it there and returns', async () => {
    await at.admin.changeUser('student', { lastName: '' });
    const visitor = at.visitor();
    const asked = await at.fillInAs(await visitor.get('/fr/private?page=2'), 'student');
    const back = await asked
      .form('#kc-update-profile-form')
      .fill({ lastName: 'Le Fèvre' })
      .submit();
    expect(back.url.href).toBe(`${at.world.publicUrl}/fr/private?page=2`);
    expect(await customerOf(visitor)).toMatchObject({ customer: { familyName: 'Le Fèvre' } });
  });

  it('AUTH-02 P-01 signature, audience and issuer of the ID token are verified, and no token is exposed', async () => {
    const visitor = await at.signedIn();
    const text = JSON.stringify(await customerOf(visitor)) + JSON.stringify(at.world.logs);
    expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
    expect(at.front.hits('keys')).toBeGreaterThan(0);
    expect(at.front.seen('authorize').at(-1)?.get('code_challenge_method')).toBe('S256');
  });
});

describe.skipIf(!hasKeycloak())('errors from Keycloak', () => {
  let at: KeycloakWorld;
  afterEach(() => at.close());

  async function faultOf(name: UserName = 'vet'): Promise<Page> {
    const page = await at.visitor().get('/fr/account/sign-in');
    return at.isSignInPage(page) ? at.fillInAs(page, name) : page;
  }
  const failures = (): readonly Readonly<Record<string, unknown>>[] =>
    at.world.logs.filter((line) => line['event'] === 'sign_in.failed');

  it.each(['openid profile email offline_access', 'openid profile email no-such-scope'])(
    'AUTH-07 P-73 with the scopes “%s” the page reports a fault of the shop, and the log names the setting',
    async (scope) => {
      at = await openKeycloakWorld({ settings: () => ({ OIDC_SCOPE: scope }) });
      const page = await faultOf();
      expect([page.status, bodyOf(page)['fault']]).toEqual([400, 'provider-setup']);
      expect(failures().at(-1)).toMatchObject({ reason: 'provider-setup', setting: 'OIDC_SCOPE' });
      expect(String(failures().at(-1)?.['advice'])).toContain('take it out');
    },
  );

  it('AUTH-02 the default scopes are accepted, in whatever order they are returned', async () => {
    at = await openKeycloakWorld();
    expect(await customerOf(await at.signedIn())).toMatchObject({ kind: 'customer' });
  });

  it('AUTH-07 P-73 a wrong client secret is also reported as a fault of the shop, and logged', async () => {
    at = await openKeycloakWorld();
    await at.admin.changeClient({ secret: 'another-secret' });
    expect(bodyOf(await faultOf())['fault']).toBe('provider-setup');
    expect(failures().at(-1)).toMatchObject({ setting: 'OIDC_CLIENT_SECRET' });
    expect(JSON.stringify(at.world.logs)).not.toContain('shop-secret');
  });

  it('AUTH-02 a wrong password stays on the provider’s form, and the next try can succeed', async () => {
    at = await openKeycloakWorld();
    const visitor = at.visitor();
    const form = (await visitor.get('/fr/private')).form('#kc-form-login');
    const again = await form.fill({ username: 'vet', password: 'wrong' }).submit();
    expect([again.status, at.isSignInPage(again)]).toEqual([200, true]);
    expect((await at.fillIn(again)).url.pathname).toBe('/fr/private');
  });

  it('AUTH-07 P-10 an outdated form in a second tab restarts sign-in, and ends at its own page', async () => {
    at = await openKeycloakWorld();
    const visitor = at.visitor();
    const first = await visitor.get('/fr/private?tab=1');
    const second = await visitor.get('/fr/private?tab=2');
    expect((await at.fillIn(first)).url.search).toBe('?tab=1');
    const late = await at.fillIn(second);
    expect(late.hops.map((hop) => hop.url).join(' ')).toContain('oidc-redirect');
    expect(late.url.href).toBe(`${at.world.publicUrl}/fr/private?tab=2`);
    expect(bodyOf(late)).toMatchObject({ view: { kind: 'customer' } });
  });

  it('P-02 AUTH-07 a callback sent twice opens no second session and ends none', async () => {
    at = await openKeycloakWorld();
    const visitor = at.visitor();
    const page = await visitor.get('/fr/private');
    const back = await at.fillIn(page);
    const callback = back.hops.find((hop) => hop.url.includes('oidc-redirect'))?.url ?? '';
    const codes = at.front.hits('code');
    const again = await visitor.get(callback);
    expect(bodyOf(again)).toMatchObject({ view: { kind: 'customer' } });
    expect(at.front.hits('code')).toBe(codes);
  });
});
