/** The lifetime of a session, and the renewal of its token: P-08, P-14, AUTH-04, AUTH-10. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { idleMs as idleInBrowser } from '~/account/dashboard/session/session-life';
import { idleMs } from '../../../server/auth/session/session-store';
import type { AuthBrowser, Visit } from '../../support/auth-browser';
import { at } from '../../support/hostile-idp/answers';
import { hourMs, minuteMs, startAuthWorld, type AuthWorld } from '../../support/auth-app';
import { patience } from '../../support/until';

let world: AuthWorld;
beforeEach(async () => {
  world = await startAuthWorld();
});
afterEach(() => world.close());

const isSignInPath = (visit: Visit): boolean =>
  visit.status === 303 &&
  (visit.location ?? '').startsWith('/fr/account/sign-in?target=%2Ffr%2Fprivate');
const openPrivate = (browser: AuthBrowser): Promise<Visit> =>
  browser.get('/fr/private', { follow: false });

describe('P-14 session lifetime', () => {
  it('P-14 a session ends after eight hours without a request, and not before', async () => {
    const browser = await world.signedIn();
    world.clock.advance(7 * hourMs);
    expect((await openPrivate(browser)).status).toBe(200);
    world.clock.advance(7 * hourMs);
    expect((await openPrivate(browser)).status).toBe(200);
    world.clock.advance(8 * hourMs + minuteMs);
    expect(isSignInPath(await openPrivate(browser))).toBe(true);
    expect(world.events()).toContain('session.ended');
  });

  it('P-14 P-86 the browser warns with the same idle time as the server', () => {
    expect(idleInBrowser).toBe(idleMs);
  });

  it('P-14 a session ends ten days after sign-in, however often it is used', async () => {
    const browser = await world.signedIn();
    for (let hours = 0; hours < 239; hours += 7) {
      expect((await openPrivate(browser)).status).toBe(200);
      world.clock.advance(7 * hourMs);
    }
    expect(isSignInPath(await openPrivate(browser))).toBe(true);
  });
});

describe('renewal of the access token', () => {
  it('AUTH-04 a token renewal starts 60 seconds before expiry, without delaying the customer', async () => {
    const browser = await world.signedIn();
    world.clock.advance(4 * minuteMs - 5_000);
    await openPrivate(browser);
    expect(world.idp.hits('refresh')).toBe(0);
    world.clock.advance(10_000);
    expect((await openPrivate(browser)).status).toBe(200);
    await vi.waitFor(() => expect(world.events()).toContain('token.renewed'), patience);
    await openPrivate(browser);
    expect(world.idp.hits('refresh')).toBe(1);
  });

  it('AUTH-04 P-15 AUTH-05 one 401 of an ERP whose clock is ahead causes a token renewal; a second 401 ends the session', async () => {
    const browser = await world.signedIn();
    const refuse = (times: number): void =>
      world.erp.control.fault({
        match: { path: 'customer' },
        status: 401,
        body: { detail: 'expired' },
        times,
      });
    world.clock.advance(2 * minuteMs);
    refuse(1);
    expect((await openPrivate(browser)).status).toBe(200);
    expect(world.idp.hits('refresh')).toBe(1);
    world.clock.advance(2 * minuteMs);
    refuse(2);
    expect((await openPrivate(browser)).status).toBe(303);
    expect([world.idp.hits('refresh'), browser.cookie('sid')]).toEqual([2, undefined]);
  });

  it('AUTH-04 a token renewal starts at half the lifetime of a token that lives under two minutes', async () => {
    await world.close();
    world = await startAuthWorld({ accessTokenTtlSeconds: 60 });
    const browser = await world.signedIn();
    world.clock.advance(25_000);
    await openPrivate(browser);
    expect(world.idp.hits('refresh')).toBe(0);
    world.clock.advance(10_000);
    await openPrivate(browser);
    await vi.waitFor(() => expect(world.idp.hits('refresh')).toBe(1), patience);
  });

  it('P-08 AUTH-04 a token is renewed once when twenty requests find it expired', async () => {
    const browser = await world.signedIn();
    world.clock.advance(6 * minuteMs);
    world.idp.mutate('slow');
    const visits = await Promise.all(Array.from({ length: 20 }, () => openPrivate(browser)));
    expect(visits.map((visit) => visit.status)).toEqual(Array(20).fill(200));
    expect(world.idp.hits('refresh')).toBe(1);
  });

  it('AUTH-10 a token renewal changes the customer in the session only if the login has changed', async () => {
    const browser = await world.signedIn();
    world.idp.mutate(
      at('refresh', ({ idToken }) => void (idToken && (idToken.claims['ref'] = 'C777'))),
      {
        times: 1,
      },
    );
    world.clock.advance(6 * minuteMs);
    expect((await browser.get('/fr')).page.view?.customer?.['ref']).toBe('C100');
    world.idp.signInAs({
      sub: 'user-anne',
      email: 'anne@practice.example',
      preferred_username: 'anne-new',
      ref: 'C778',
    });
    world.clock.advance(6 * minuteMs);
    expect((await browser.get('/fr')).page.view?.customer).toMatchObject({
      login: 'anne-new',
      ref: 'C778',
      owner: `${world.idp.issuer}|user-anne`,
    });
  });

  it.each(['refresh-without-id-token', 'refresh-without-rotation'] as const)(
    'AUTH-04 a token renewal works with a provider response of the kind %s',
    async (name) => {
      world.idp.mutate(name);
      const browser = await world.signedIn();
      for (let round = 1; round <= 2; round += 1) {
        world.clock.advance(6 * minuteMs);
        expect((await openPrivate(browser)).status).toBe(200);
        expect(world.idp.hits('refresh')).toBe(round);
      }
    },
  );
});
