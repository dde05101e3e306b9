/** Token renewals that the provider refuses, that fail, or whose answer is lost: P-08, AUTH-04. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthBrowser, Visit } from '../../support/auth-browser';
import { at } from '../../support/hostile-idp/answers';
import { minuteMs, startAuthWorld, type AuthWorld } from '../../support/auth-app';
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

describe('a token renewal that the provider refuses', () => {
  it.each(['refresh-invalid-grant', 'refresh-sub-other'] as const)(
    'P-08 AUTH-04 a token renewal that fails with %s ends the session and redirects to sign-in, which returns to the page',
    async (name) => {
      const browser = await world.signedIn();
      world.idp.mutate(name);
      world.clock.advance(6 * minuteMs);
      expect(isSignInPath(await openPrivate(browser))).toBe(true);
      world.idp.reset();
      expect((await browser.get('/fr')).page.view).toEqual({ kind: 'guest' });
      expect(world.idp.hits('refresh')).toBe(1);
    },
  );
});

describe('a token renewal without a subject', () => {
  it('P-08 P-04 a token renewal with an empty subject is rejected, and a silent sign-in follows', async () => {
    const browser = await world.signedIn();
    const nobody = at('refresh', ({ idToken }) => void (idToken && (idToken.claims['sub'] = ' ')));
    world.idp.mutate(nobody);
    world.clock.advance(6 * minuteMs);
    const visit = await browser.get('/fr/private');
    expect(visit.page.view?.customer?.['login']).toBe('anne');
    expect(world.idp.seen('authorize').at(-1)?.['prompt']).toBe('none');
    expect(world.idp.hits('refresh')).toBe(1);
  });
});

describe('a token renewal that fails because the provider is down', () => {
  it.each(['refresh-500', 'refresh-503'] as const)(
    'P-08 AUTH-04 a token renewal that fails with %s keeps the session until the token expires',
    async (name) => {
      const browser = await world.signedIn();
      world.idp.mutate(name);
      world.clock.advance(4 * minuteMs + 5_000);
      expect((await openPrivate(browser)).status).toBe(200);
      await vi.waitFor(() => expect(world.events()).toContain('token.renewal_failed'), patience);
      expect((await openPrivate(browser)).status).toBe(200);
      expect(world.idp.hits('refresh')).toBe(1);
      world.clock.advance(minuteMs);
      expect(isSignInPath(await openPrivate(browser))).toBe(true);
    },
  );

  it('AUTH-04 a token renewal is retried later with the same refresh token, because that token was never used', async () => {
    const browser = await world.signedIn();
    world.idp.mutate('refresh-503', { times: 1 });
    world.clock.advance(4 * minuteMs + 5_000);
    await openPrivate(browser);
    await vi.waitFor(() => expect(world.events()).toContain('token.renewal_failed'), patience);
    world.clock.advance(11_000);
    await openPrivate(browser);
    await vi.waitFor(() => expect(world.events()).toContain('token.renewed'), patience);
    expect(world.idp.hits('refresh')).toBe(2);
  });
});

describe('a token renewal whose response was lost', () => {
  it.each(['refresh-lost-answer', 'refresh-lost-request', 'refresh-garbage'] as const)(
    'AUTH-04 a token renewal with the fault %s is never repeated: a silent sign-in follows',
    async (name) => {
      const browser = await world.signedIn();
      const before = browser.cookie('sid');
      world.idp.mutate(name);
      world.clock.advance(6 * minuteMs);
      const visit = await browser.get('/fr/private?page=2');
      expect(visit.status).toBe(200);
      expect(visit.url.pathname + visit.url.search).toBe('/fr/private?page=2');
      expect(visit.page.view?.customer?.['login']).toBe('anne');
      expect(world.idp.hits('refresh')).toBe(1);
      expect(world.idp.seen('authorize').at(-1)?.['prompt']).toBe('none');
      expect(browser.cookie('sid')).not.toBe(before);
    },
  );

  it('AUTH-04 the shop does not repeat a renewal whose response it cannot verify because the provider’s keys are unavailable', async () => {
    const browser = await world.signedIn();
    const otherKey = at(
      'refresh',
      ({ idToken }) => void (idToken && (idToken.header['kid'] = 'new')),
    );
    world.idp.mutate(otherKey);
    world.idp.mutate('jwks-down', { times: 1 });
    world.clock.advance(6 * minuteMs);
    expect((await browser.get('/fr/private')).status).toBe(200);
    expect(world.idp.hits('refresh')).toBe(1);
    expect(world.idp.seen('authorize').at(-1)?.['prompt']).toBe('none');
  });

  it('AUTH-04 a lost token renewal leaves the current token in use until it expires', async () => {
    const browser = await world.signedIn();
    world.idp.mutate('refresh-lost-answer');
    world.clock.advance(4 * minuteMs + 5_000);
    await openPrivate(browser);
    await vi.waitFor(() => expect(world.events()).toContain('token.renewal_failed'), patience);
    const visit = await openPrivate(browser);
    expect(visit.status).toBe(200);
    expect(world.idp.hits('refresh')).toBe(1);
  });

  it('AUTH-04 after a lost token renewal, a form or script gets no silent sign-in: the response asks for a sign-in', async () => {
    const browser = await world.signedIn();
    world.idp.mutate('refresh-lost-answer');
    world.clock.advance(6 * minuteMs);
    const script = { 'sec-fetch-dest': 'empty' };
    const visit = await browser.get('/fr/private', { follow: false, headers: script });
    expect(isSignInPath(visit)).toBe(true);
    expect((await browser.get('/fr/private')).page.view?.kind).toBe('customer');
  });

  it('AUTH-04 AUTH-07 after a lost token renewal, the customer becomes a guest when the provider has no session for them', async () => {
    const browser = await world.signedIn();
    world.idp.mutate('refresh-lost-answer');
    world.idp.mutate('login-required');
    world.clock.advance(6 * minuteMs);
    const visit = await browser.get('/fr/page');
    expect([visit.status, visit.url.pathname]).toEqual([200, '/fr/page']);
    expect(visit.page.view).toEqual({ kind: 'guest' });
  });

  it('AUTH-04 a lost token renewal is detected after a crash, because a mark is stored before the refresh token is sent', async () => {
    await world.close();
    world = await startAuthWorld();
    const second = await world.addInstance();
    const browser = await world.signedIn();
    world.idp.mutate('refresh-hangs', { times: 1 });
    world.clock.advance(6 * minuteMs);
    const hanging = browser.copy().get('/fr/private', { follow: false });
    await vi.waitFor(() => expect(world.idp.hits('refresh')).toBe(1), patience);
    // The first instance never finishes; its lease expires.
    world.clock.advance(minuteMs);
    const visit = await browser.get('/fr/private', { at: second });
    expect(visit.page.view?.kind).toBe('customer');
    expect(world.idp.hits('refresh')).toBe(1);
    expect([302, 303]).toContain((await hanging).status);
  });

  it('AUTH-04 after a lost token renewal one silent sign-in is tried; if the provider is down too, the customer becomes a guest', async () => {
    const browser = await world.signedIn();
    world.idp.mutate('down');
    world.clock.advance(6 * minuteMs);
    const visit = await browser.get('/fr/page');
    expect([visit.status, visit.url.pathname]).toEqual([200, '/fr/page']);
    expect(visit.page.view).toEqual({ kind: 'guest' });
    expect(visit.hops.length).toBeLessThanOrEqual(3);
  });
});
