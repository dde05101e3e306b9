/** Back-channel logout by the provider: P-17, AUTH-11. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOGOUT_FORGERIES, type LogoutForgery } from '../../support/hostile-idp/logout-tokens';
import { anne, startAuthWorld, type AuthWorld } from '../../support/auth-app';

let world: AuthWorld;
beforeEach(async () => {
  world = await startAuthWorld();
});
afterEach(() => world.close());

describe('back-channel logout by the provider', () => {
  const post = (token: string | null) =>
    fetch(`${world.instances[0]}/account/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams(token === null ? {} : { logout_token: token }),
    });

  it('P-17 AUTH-11 the provider ends one session by its id, or all sessions of a customer by subject', async () => {
    const one = await world.signedIn();
    const two = await world.signedIn();
    expect((await post(world.idp.logoutToken({ sid: 'sid-1', sub: anne.sub }))).status).toBe(200);
    expect((await one.get('/fr')).page.view).toEqual({ kind: 'guest' });
    expect((await two.get('/fr')).page.view?.kind).toBe('customer');
    // Support can find a customer whose session was ended, not only the provider's call.
    const ended = world.logs.filter(({ event }) => event === 'session.ended');
    expect(ended.map(({ customer, reason }) => [customer, reason])).toEqual([
      [anne.ref, 'signed out at the provider'],
    ]);
    const three = await world.signedIn();
    const answer = await post(world.idp.logoutToken({ sub: anne.sub }));
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    for (const browser of [two, three])
      expect((await browser.get('/fr')).page.view).toEqual({ kind: 'guest' });
  });

  it('P-17 a logout token ends the session on every instance, and gets 200 when there is no session', async () => {
    const second = await world.addInstance();
    const browser = await world.signedIn();
    expect((await post(world.idp.logoutToken({ sub: anne.sub }))).status).toBe(200);
    expect((await browser.get('/fr', { at: second })).page.view).toEqual({ kind: 'guest' });
    expect((await post(world.idp.logoutToken({ sub: 'nobody-here' }))).status).toBe(200);
  });

  it.each(Object.keys(LOGOUT_FORGERIES) as LogoutForgery[])(
    'P-17 a logout token with %s ends no session',
    async (forgery) => {
      const browser = await world.signedIn();
      expect((await post(world.idp.logoutToken({ sub: anne.sub }, forgery))).status).toBe(400);
      expect((await browser.get('/fr')).page.view?.kind).toBe('customer');
      expect(world.events()).toContain('backchannel.refused');
    },
  );

  it.each([['JWT'], ['jwt'], ['application/logout+jwt'], [undefined]])(
    'P-17 a logout token of type %s ends the session, because its claims decide (Hydra, Dex)',
    async (type) => {
      const browser = await world.signedIn();
      const token = world.idp.logoutToken(
        { sub: anne.sub },
        ({ header }) => void (header['typ'] = type),
      );
      expect((await post(token)).status).toBe(200);
      expect((await browser.get('/fr')).page.view).toEqual({ kind: 'guest' });
    },
  );

  it('P-17 an ID token of type JWT is not accepted as a logout token', async () => {
    const browser = await world.signedIn();
    const token = world.idp.logoutToken({ sub: anne.sub }, ({ header, claims }) => {
      header['typ'] = 'JWT';
      claims['nonce'] = 'of-a-sign-in';
      delete claims['events'];
    });
    expect((await post(token)).status).toBe(400);
    expect((await browser.get('/fr')).page.view?.kind).toBe('customer');
  });

  it('P-17 a logout token is accepted once; a request without token or with another type of token is rejected', async () => {
    const token = world.idp.logoutToken({ sub: anne.sub });
    expect((await post(token)).status).toBe(200);
    const browser = await world.signedIn();
    expect((await post(token)).status).toBe(400);
    expect((await post(null)).status).toBe(400);
    const access = world.idp.logoutToken(
      { sub: anne.sub },
      ({ header }) => void (header['typ'] = 'at+jwt'),
    );
    expect((await post(access)).status).toBe(400);
    expect((await browser.get('/fr')).page.view?.kind).toBe('customer');
  });
});
