/** End of a session by the customer and by the ERP: P-12, P-13, P-15, AUTH-05, AUTH-08. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startAuthWorld, type AuthWorld } from '../../support/auth-app';
import { until } from '../../support/until';

let world: AuthWorld;
beforeEach(async () => {
  world = await startAuthWorld();
});
afterEach(() => world.close());

describe('sign-out', () => {
  it('AUTH-08 P-12 sign-out ends the session in the shop, at the ERP and at the provider, and redirects to the home page', async () => {
    const browser = await world.signedIn();
    const old = browser.copy();
    const visit = await browser.post('/nl/account/sign-out', {});
    const [answer] = visit.hops;
    expect(answer?.status).toBe(200);
    expect(answer?.headers.get('clear-site-data')).toBe('"cache"');
    expect(answer?.headers.get('cache-control')).toContain('no-store');
    expect(browser.cookie('sid')).toBeUndefined();
    expect(world.erpCalls()).toContain('POST signout');
    expect(world.idp.hits('revocation')).toBe(1);
    expect(world.idp.seen('end_session')[0]).toMatchObject({
      post_logout_redirect_uri: `${world.publicUrl}/nl`,
    });
    expect(visit.url.pathname).toBe('/nl');
    expect((await old.get('/fr/private', { follow: false })).status).toBe(303);
    expect(world.events()).toContain('sign_out.done');
  });

  it.each(['revocation-500', 'revocation-hangs', 'down'] as const)(
    'AUTH-08 P-12 sign-out works without waiting when the provider has the fault %s',
    async (name) => {
      await world.close();
      world = await startAuthWorld({ signOutPatienceMs: undefined });
      const browser = await world.signedIn();
      const old = browser.copy();
      world.idp.mutate(name);
      const visit = await browser.post('/fr/account/sign-out', {}, { follow: false });
      const told = '/fr/account/signed-out?provider=open';
      expect([visit.status, visit.location]).toEqual([303, told]);
      expect((await old.get('/fr')).page.view).toEqual({ kind: 'guest' });
      // The log line of a hanging call appears when the call times out, seconds after the page.
      if (name !== 'revocation-hangs')
        await until(() => world.events().includes('sign_out.step_failed'));
    },
  );

  it('AUTH-08 P-12 sign-out works when the ERP call fails, and logs the failure', async () => {
    const browser = await world.signedIn();
    world.erp.control.fault({ match: { method: 'POST', path: 'signout' }, status: 500, body: {} });
    const visit = await browser.post('/fr/account/sign-out', {});
    expect(visit.url.pathname).toBe('/fr');
    expect(browser.cookie('sid')).toBeUndefined();
    expect(world.events()).toContain('sign_out.step_failed');
  });

  it('AUTH-08 sign-out omits an id_token_hint that the provider would reject after a key rotation', async () => {
    const before = await world.signedIn();
    const browser = await world.signedIn();
    await before.post('/fr/account/sign-out', {});
    expect(world.idp.seen('end_session')[0]).toHaveProperty('id_token_hint');
    world.idp.rotateKeys();
    await browser.post('/fr/account/sign-out', {});
    expect(world.idp.seen('end_session')[1]).not.toHaveProperty('id_token_hint');
    // Ory Hydra, Dex and Spring reject a post-logout address without the hint: the customer ends on the provider's
    // page.
    expect(world.idp.seen('end_session')[1]).not.toHaveProperty('post_logout_redirect_uri');
  });

  it('P-13 sign-out needs a post: a link does not end the session', async () => {
    const browser = await world.signedIn();
    await browser.get('/fr/account/sign-out');
    expect((await browser.get('/fr')).page.view?.kind).toBe('customer');
  });

  it('AUTH-08 sign-out without a session redirects to the home page without an error', async () => {
    const visit = await world.browser().post('/fr/account/sign-out', {});
    expect([visit.status, visit.url.pathname]).toEqual([200, '/fr']);
  });
});

describe('an ERP that rejects the customer', () => {
  it('P-15 AUTH-05 a 401 of the ERP ends the session, redirects to sign-in and back to the exact page', async () => {
    const browser = await world.signedIn();
    const old = browser.copy();
    world.erp.control.fault({
      match: { path: 'customer' },
      status: 401,
      body: { detail: 'Unauthorized' },
    });
    const visit = await browser.get('/fr/private?page=2&size=50', { follow: false });
    expect(visit.location).toBe(
      '/fr/account/sign-in?target=%2Ffr%2Fprivate%3Fpage%3D2%26size%3D50&redirected=1',
    );
    expect(browser.cookie('sid')).toBeUndefined();
    expect((await old.get('/fr')).page.view).toEqual({ kind: 'guest' });
    const back = await browser.get(visit.location ?? '');
    expect(back.url.pathname + back.url.search).toBe('/fr/private?page=2&size=50');
    expect(back.page.view?.kind).toBe('customer');
  });

  it('P-15 a 403 or an unavailable ERP does not end the session', async () => {
    const browser = await world.signedIn();
    for (const status of [403, 500, 503, 404]) {
      world.erp.control.fault({
        match: { path: 'customer' },
        status,
        body: { detail: 'x' },
        times: 2,
      });
      await browser.get('/fr/private');
      expect((await browser.get('/fr')).page.view?.kind).toBe('customer');
      world.erp.control.clearFaults();
    }
  });

  it('AUTH-02 a 401 of the ERP right after sign-in is shown as an error, without another sign-in', async () => {
    world.erp.control.profile({ quirks: { 'doubled-email-401': true } });
    world.erp.control.changeCustomer(100, { doubled_email: true });
    const browser = world.browser();
    const visit = await browser.get('/fr/account/sign-in?target=/fr/private');
    expect([visit.status, visit.page.fault]).toEqual([400, 'no-customer']);
    const told = world.logs.find(({ event }) => event === 'sign_in.failed');
    expect(told?.['customer']).toMatch(/^C\d+/);
    expect(browser.cookie('sid')).toBeUndefined();
    expect(world.idp.hits('authorize')).toBe(1);
  });

  it('DEG-01 a sign-in while the ERP is down succeeds, and reaches the ERP when it is back', async () => {
    world.erp.control.availability(false);
    const browser = await world.signedIn();
    expect((await browser.get('/fr/private')).status).toBe(503);
    expect((await browser.get('/fr')).page.view?.kind).toBe('customer');
    world.erp.control.availability(true);
    // After so many failures the circuit breaker may still be open for a moment: retry until it closes.
    const before = world.erpCalls().filter((call) => call === 'POST signin').length;
    expect((await browser.get('/fr/private')).status).toBe(200);
    expect(world.erpCalls().filter((call) => call === 'POST signin').length).toBe(before + 1);
  });
});
