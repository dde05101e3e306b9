/** How long a session and its token live: P-08, P-14, AUTH-04, over one instance and several. */
import { spawn, spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthBrowser, Visit } from '../../support/auth-browser';
import { at } from '../../support/hostile-idp/answers';
import { freePort, hourMs, minuteMs, startAuthWorld, type AuthWorld } from '../../support/auth-app';

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

describe('P-14 a session ends', () => {
  it('P-14 after eight hours without a visit, not before', async () => {
    const browser = await world.signedIn();
    world.clock.advance(7 * hourMs);
    expect((await openPrivate(browser)).status).toBe(200);
    world.clock.advance(7 * hourMs);
    expect((await openPrivate(browser)).status).toBe(200);
    world.clock.advance(8 * hourMs + minuteMs);
    expect(isSignInPath(await openPrivate(browser))).toBe(true);
    expect(world.events()).toContain('session.ended');
  });

  it('P-14 ten days after sign-in, however often it is used', async () => {
    const browser = await world.signedIn();
    for (let hours = 0; hours < 239; hours += 7) {
      expect((await openPrivate(browser)).status).toBe(200);
      world.clock.advance(7 * hourMs);
    }
    expect(isSignInPath(await openPrivate(browser))).toBe(true);
  });
});

describe('the access token is renewed', () => {
  it('AUTH-04 60 seconds before it expires, without the customer waiting or noticing', async () => {
    const browser = await world.signedIn();
    world.clock.advance(4 * minuteMs - 5_000);
    await openPrivate(browser);
    expect(world.idp.hits('refresh')).toBe(0);
    world.clock.advance(10_000);
    expect((await openPrivate(browser)).status).toBe(200);
    await vi.waitFor(() => expect(world.events()).toContain('token.renewed'));
    await openPrivate(browser);
    expect(world.idp.hits('refresh')).toBe(1);
  });

  it('AUTH-04 at half its life when it lives under two minutes', async () => {
    await world.close();
    world = await startAuthWorld({ accessTokenTtlSeconds: 60 });
    const browser = await world.signedIn();
    world.clock.advance(25_000);
    await openPrivate(browser);
    expect(world.idp.hits('refresh')).toBe(0);
    world.clock.advance(10_000);
    await openPrivate(browser);
    await vi.waitFor(() => expect(world.idp.hits('refresh')).toBe(1));
  });

  it('P-08 AUTH-04 once, though twenty requests find it expired', async () => {
    const browser = await world.signedIn();
    world.clock.advance(6 * minuteMs);
    world.idp.mutate('slow');
    const visits = await Promise.all(Array.from({ length: 20 }, () => openPrivate(browser)));
    expect(visits.map((visit) => visit.status)).toEqual(Array(20).fill(200));
    expect(world.idp.hits('refresh')).toBe(1);
  });

  it('P-08 AUTH-11 once, over two instances on the embedded store', async () => {
    const second = await world.addInstance();
    const browser = await world.signedIn();
    world.clock.advance(6 * minuteMs);
    world.idp.mutate('slow');
    await twentyOverTwo(browser, second);
  });

  it('AUTH-10 and the customer stays as they were unless the login has changed', async () => {
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
    'AUTH-04 by a provider that answers %s',
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

async function twentyOverTwo(browser: AuthBrowser, second: string): Promise<void> {
  const [first = ''] = world.instances;
  const visits = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      browser.get('/fr/private', { follow: false, at: i % 2 ? first : second }),
    ),
  );
  expect(visits.map((visit) => visit.status)).toEqual(Array(20).fill(200));
  expect(world.idp.hits('refresh')).toBe(1);
}

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
describe.skipIf(!hasRedis)('several instances with Redis (skipped: no redis-server here)', () => {
  it('P-08 AUTH-11 renew once and share the session', async () => {
    await world.close();
    const port = await freePort();
    const redis = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', ''],
      {
        stdio: 'ignore',
      },
    );
    try {
      world = await startAuthWorld({ redisUrl: `redis://127.0.0.1:${port}` });
      const second = await world.addInstance();
      const browser = await vi.waitFor(() => world.signedIn(), { timeout: 10_000 });
      expect((await browser.get('/fr', { at: second })).page.view?.kind).toBe('customer');
      world.clock.advance(6 * minuteMs);
      world.idp.mutate('slow');
      await twentyOverTwo(browser, second);
    } finally {
      redis.kill();
    }
  });

  it('AUTH-11 say that the store is away instead of treating customers as visitors', async () => {
    await world.close();
    const port = await freePort();
    const redis = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', ''],
      {
        stdio: 'ignore',
      },
    );
    world = await startAuthWorld({ redisUrl: `redis://127.0.0.1:${port}` });
    const browser = await vi.waitFor(() => world.signedIn(), { timeout: 10_000 });
    const gone = new Promise((resolve) => redis.once('exit', resolve));
    redis.kill();
    await gone;
    expect((await browser.get('/fr/private')).status).toBe(503);
    expect((await world.browser().get('/fr')).status).toBe(200);
  });
});

describe('a renewal that the provider refuses', () => {
  it.each(['refresh-invalid-grant', 'refresh-sub-other'] as const)(
    'P-08 AUTH-04 %s ends the session and leads to sign-in with the way back',
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

describe('a renewal that fails because the provider is away', () => {
  it.each(['refresh-500', 'refresh-503'] as const)(
    'P-08 AUTH-04 %s keeps the session while the token is good, and ends there',
    async (name) => {
      const browser = await world.signedIn();
      world.idp.mutate(name);
      world.clock.advance(4 * minuteMs + 5_000);
      expect((await openPrivate(browser)).status).toBe(200);
      await vi.waitFor(() => expect(world.events()).toContain('token.renewal_failed'));
      expect((await openPrivate(browser)).status).toBe(200);
      expect(world.idp.hits('refresh')).toBe(1);
      world.clock.advance(minuteMs);
      expect(isSignInPath(await openPrivate(browser))).toBe(true);
    },
  );

  it('AUTH-04 goes on with the same refresh token once it is back: it was never used', async () => {
    const browser = await world.signedIn();
    world.idp.mutate('refresh-503', { times: 1 });
    world.clock.advance(4 * minuteMs + 5_000);
    await openPrivate(browser);
    await vi.waitFor(() => expect(world.events()).toContain('token.renewal_failed'));
    world.clock.advance(11_000);
    await openPrivate(browser);
    await vi.waitFor(() => expect(world.events()).toContain('token.renewed'));
    expect(world.idp.hits('refresh')).toBe(2);
  });
});

describe('a renewal whose answer was lost', () => {
  it.each(['refresh-lost-answer', 'refresh-lost-request', 'refresh-garbage'] as const)(
    'AUTH-04 %s is never repeated: the customer is signed in again, unseen',
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

  it('AUTH-04 a grant that cannot be checked for want of keys is not asked for again', async () => {
    const browser = await world.signedIn();
    world.idp.rotateKeys();
    world.idp.mutate('jwks-down', { times: 1 });
    world.clock.advance(6 * minuteMs);
    expect((await browser.get('/fr/private')).status).toBe(200);
    expect(world.idp.hits('refresh')).toBe(1);
    expect(world.idp.seen('authorize').at(-1)?.['prompt']).toBe('none');
  });

  it('AUTH-04 leaves the token in hand in use until it expires', async () => {
    const browser = await world.signedIn();
    world.idp.mutate('refresh-lost-answer');
    world.clock.advance(4 * minuteMs + 5_000);
    await openPrivate(browser);
    await vi.waitFor(() => expect(world.events()).toContain('token.renewal_failed'));
    const visit = await openPrivate(browser);
    expect(visit.status).toBe(200);
    expect(world.idp.hits('refresh')).toBe(1);
  });

  it('AUTH-04 does not send a form or a script on a detour: they are told to sign in', async () => {
    const browser = await world.signedIn();
    world.idp.mutate('refresh-lost-answer');
    world.clock.advance(6 * minuteMs);
    const script = { 'sec-fetch-dest': 'empty' };
    const visit = await browser.get('/fr/private', { follow: false, headers: script });
    expect(isSignInPath(visit)).toBe(true);
    expect((await browser.get('/fr/private')).page.view?.kind).toBe('customer');
  });

  it('AUTH-04 AUTH-07 becomes a visitor where the provider no longer knows the customer', async () => {
    const browser = await world.signedIn();
    world.idp.mutate('refresh-lost-answer');
    world.idp.mutate('login-required');
    world.clock.advance(6 * minuteMs);
    const visit = await browser.get('/fr/page');
    expect([visit.status, visit.url.pathname]).toEqual([200, '/fr/page']);
    expect(visit.page.view).toEqual({ kind: 'guest' });
  });

  it('AUTH-04 is known as lost after a crash: the mark was written before the token was sent', async () => {
    await world.close();
    world = await startAuthWorld();
    const second = await world.addInstance();
    const browser = await world.signedIn();
    world.idp.mutate('refresh-hangs', { times: 1 });
    world.clock.advance(6 * minuteMs);
    const hanging = browser.copy().get('/fr/private', { follow: false });
    await vi.waitFor(() => expect(world.idp.hits('refresh')).toBe(1));
    // The first instance is at it for ever; its right to do so runs out.
    world.clock.advance(minuteMs);
    const visit = await browser.get('/fr/private', { at: second });
    expect(visit.page.view?.kind).toBe('customer');
    expect(world.idp.hits('refresh')).toBe(1);
    expect([302, 303]).toContain((await hanging).status);
  });

  it('AUTH-04 goes no further than once when the provider is away as well', async () => {
    const browser = await world.signedIn();
    world.idp.mutate('down');
    world.clock.advance(6 * minuteMs);
    const visit = await browser.get('/fr/page');
    expect([visit.status, visit.url.pathname]).toEqual([200, '/fr/page']);
    expect(visit.page.view).toEqual({ kind: 'guest' });
    expect(visit.hops.length).toBeLessThanOrEqual(3);
  });
});
