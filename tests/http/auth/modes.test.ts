/** The two modes that use the ERP's cookie: AUTH-01, AUTH-08, AUTH-09. */
import { afterEach, describe, expect, it } from 'vitest';
import { startAuthWorld, type AuthWorld } from '../../support/auth-app';

let world: AuthWorld;
afterEach(() => world.close());

describe('mode oidc-cookie', () => {
  it('AUTH-01 mode oidc-cookie sends the bearer token once, and then only the ERP’s session cookie', async () => {
    world = await startAuthWorld({ mode: 'oidc-cookie' });
    const browser = await world.signedIn('/fr/private');
    const visit = await browser.get('/fr/private?times=5');
    expect(visit.status).toBe(200);
    expect(world.erpCalls().filter((call) => call === 'POST signin')).toHaveLength(1);
    expect(browser.received.join('\n')).not.toContain('erp_session');
  });

  it('AUTH-01 mode oidc-cookie works with the cookies of a released Odoo, which only some responses set', async () => {
    world = await startAuthWorld({ mode: 'oidc-cookie', profile: 'odoo16' });
    const browser = await world.signedIn('/fr/private');
    expect((await browser.get('/fr/private?call=carts/current')).status).toBe(200);
    expect((await browser.get('/fr/private')).status).toBe(200);
  });

  it('AUTH-08 mode oidc-cookie signs out with the ERP’s cookie', async () => {
    world = await startAuthWorld({ mode: 'oidc-cookie' });
    const browser = await world.signedIn();
    await browser.post('/fr/account/sign-out', {});
    expect(world.erpCalls()).toContain('POST signout');
    expect((await browser.get('/fr')).page.view).toEqual({ kind: 'guest' });
  });

  it('DEG-01 mode oidc-cookie repeats the ERP sign-in later when the ERP was down at sign-in', async () => {
    world = await startAuthWorld({ mode: 'oidc-cookie' });
    world.erp.control.availability(false);
    const browser = await world.signedIn();
    world.erp.control.availability(true);
    expect((await browser.get('/fr/private?times=5')).status).toBe(200);
    expect(world.erpCalls().filter((call) => call === 'POST signin')).toHaveLength(2);
  });
});

describe('mode credentials', () => {
  const right = { login: 'anne@practice.example', password: 'secret' };

  it.each(['seed', 'odoo16'] as const)(
    'AUTH-01 AUTH-09 in credentials mode, login and password open a session (ERP profile %s)',
    async (profile) => {
      world = await startAuthWorld({ mode: 'credentials', profile });
      const browser = world.browser();
      const answer = await browser.post('/fr/log-in', right);
      expect(answer.page.view?.customer).toMatchObject({
        login: 'anne@practice.example',
        owner: 'erp|anne@practice.example',
        role: 'default',
        canOrder: true,
        // A released ERP's profile carries no claims.
        supplierId: profile === 'seed' ? (expect.any(Number) as number) : null,
      });
      expect(browser.cookie('sid')).toMatch(/^[\w-]{43}\.[\w-]{16}$/);
      expect((await browser.get('/fr/private')).status).toBe(200);
      expect(browser.received.join('\n')).not.toContain('fastapi_auth_partner');
    },
  );

  it('AUTH-09 in credentials mode, a wrong password opens no session and is not logged as a program error', async () => {
    world = await startAuthWorld({ mode: 'credentials' });
    const browser = world.browser();
    const answer = await browser.post('/fr/log-in', { ...right, password: 'wrong' });
    expect([answer.status, answer.page.view]).toEqual([422, null]);
    expect(browser.cookie('sid')).toBeUndefined();
    expect(world.events()).toContain('sign_in.failed');
    expect(JSON.stringify(world.logs)).not.toContain('wrong"');
  });

  it('AUTH-09 in credentials mode, a new registration is signed in with the cookie of the ERP’s response', async () => {
    world = await startAuthWorld({ mode: 'credentials' });
    const browser = world.browser();
    const answer = await browser.post('/fr/register', {
      name: 'Cabinet neuf',
      login: 'Neuf@practice.example',
      password: 'a good password',
    });
    expect(answer.page.view?.customer).toMatchObject({ name: 'Cabinet neuf' });
    expect((await browser.get('/fr/private')).status).toBe(200);
  });

  it('AUTH-09 in credentials mode, a registration replaces the session of another customer', async () => {
    world = await startAuthWorld({ mode: 'credentials' });
    const browser = world.browser();
    await browser.post('/fr/log-in', right);
    const old = browser.copy();
    const other = {
      name: 'Autre cabinet',
      login: 'autre@practice.example',
      password: 'a good password',
    };
    const answer = await browser.post('/fr/register', other);
    expect(answer.page.view?.customer).toMatchObject({ login: other.login });
    expect((await old.get('/fr')).page.view).toEqual({ kind: 'guest' });
  });

  it('P-09 in credentials mode, sign-in creates a new session id, and AUTH-08 sign-out ends on its own page', async () => {
    world = await startAuthWorld({ mode: 'credentials' });
    const browser = world.browser();
    await browser.post('/fr/log-in', right);
    const old = browser.copy();
    await browser.post('/fr/log-in', right);
    expect((await old.get('/fr')).page.view).toEqual({ kind: 'guest' });
    const visit = await browser.post('/nl/account/sign-out', {});
    expect(visit.url.pathname).toBe('/nl/account/signed-out');
    expect(world.erpCalls()).toContain('POST auth/logout');
  });

  it('P-15 in credentials mode, a 401 of the ERP ends the session', async () => {
    world = await startAuthWorld({ mode: 'credentials' });
    const browser = world.browser();
    await browser.post('/fr/log-in', right);
    world.erp.control.fault({
      match: { path: 'customer' },
      status: 401,
      body: { detail: 'Unauthorized' },
    });
    const visit = await browser.get('/fr/private', { follow: false });
    expect(visit.location).toBe('/fr/account/sign-in?target=%2Ffr%2Fprivate');
    expect((await browser.get('/fr')).page.view).toEqual({ kind: 'guest' });
  });

  it('AUTH-01 credentials mode works without an identity provider', async () => {
    world = await startAuthWorld({
      mode: 'credentials',
      settings: () => ({ OIDC_ISSUER: undefined }),
    });
    expect(await world.readiness()).toEqual({ ok: true });
  });
});
