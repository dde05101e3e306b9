/** Several shop instances that share one session store: P-08, AUTH-11. */
import { spawn, spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthBrowser } from '../../support/auth-browser';
import { minuteMs, startAuthWorld, type AuthWorld } from '../../support/auth-app';
import { redisAt } from '../../../server/store/redis-settings';
import { freePort } from '../../support/free-port';
import { at } from '../../support/hostile-idp/answers';
import { redisFolder } from '../../support/redis-servers';
import { patience } from '../../support/until';

let world: AuthWorld;
beforeEach(async () => {
  world = await startAuthWorld();
});
afterEach(() => world.close());

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

describe('two instances on the embedded store', () => {
  it('P-08 AUTH-11 two instances renew a token once for twenty parallel requests', async () => {
    const second = await world.addInstance();
    const browser = await world.signedIn();
    world.clock.advance(6 * minuteMs);
    world.idp.mutate('slow');
    await twentyOverTwo(browser, second);
  });
});

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

describe.skipIf(!hasRedis)('several instances with Redis (skipped: no redis-server here)', () => {
  it('P-08 AUTH-11 two instances with Redis renew a token once and share the session', async () => {
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
      world = await startAuthWorld({ redis: redisAt(`redis://127.0.0.1:${port}`) });
      const second = await world.addInstance();
      const browser = await vi.waitFor(() => world.signedIn(), patience);
      expect((await browser.get('/fr', { at: second })).page.view?.kind).toBe('customer');
      world.clock.advance(6 * minuteMs);
      world.idp.mutate('slow');
      await twentyOverTwo(browser, second);
    } finally {
      redis.kill();
    }
  });

  const withoutRefreshToken = at('code', ({ body }) => void delete body['refresh_token']);
  it.each([
    ['rotates refresh tokens and rejects a used one', null, 'renewal'],
    ['keeps the refresh token', 'refresh-without-rotation', 'renewal'],
    ['gives no refresh token', withoutRefreshToken, 'silent sign-in'],
  ] as const)(
    'P-08 AUTH-04 AUTH-11 with a provider that %s, two instances keep the session over three expiries',
    async (_what, mutation, by) => {
      await world.close();
      const folder = redisFolder();
      const redis = await folder.server({});
      world = await startAuthWorld({ redis: redisAt(`redis://127.0.0.1:${redis.port}`) });
      try {
        const second = await world.addInstance();
        const [first = ''] = world.instances;
        if (mutation) world.idp.mutate(mutation);
        const browser = await vi.waitFor(() => world.signedIn(), patience);
        for (let round = 1; round <= 3; round += 1) {
          world.clock.advance(6 * minuteMs);
          const visits = await Promise.all(
            Array.from({ length: 10 }, (_, at) =>
              browser.copy().get('/fr/private', { follow: false, at: at % 2 ? first : second }),
            ),
          );
          const statuses = visits.map(({ status }) => status);
          if (by === 'renewal') expect(statuses).toEqual(Array(10).fill(200));
          // One of the requests continues the session; the others lead to the sign-in page.
          else
            expect(statuses.toSorted((a, b) => a - b)).toEqual([
              302,
              ...Array<number>(9).fill(303),
            ]);
          expect(world.idp.hits('refresh')).toBe(by === 'renewal' ? round : 0);
          if (by === 'silent sign-in') world.clock.advance(3 * minuteMs);
          for (const place of [first, second])
            expect((await browser.get('/fr/private', { at: place })).page.view?.kind).toBe(
              'customer',
            );
        }
        expect(world.events()).not.toContain('session.ended');
      } finally {
        await folder.end();
      }
    },
  );

  it('AUTH-11 instances report Redis as unavailable instead of treating customers as guests', async () => {
    await world.close();
    const port = await freePort();
    const redis = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', ''],
      {
        stdio: 'ignore',
      },
    );
    world = await startAuthWorld({ redis: redisAt(`redis://127.0.0.1:${port}`) });
    const browser = await vi.waitFor(() => world.signedIn(), patience);
    const gone = new Promise((resolve) => redis.once('exit', resolve));
    redis.kill();
    await gone;
    expect((await browser.get('/fr/private')).status).toBe(503);
    expect((await world.browser().get('/fr')).status).toBe(200);
  });
});
