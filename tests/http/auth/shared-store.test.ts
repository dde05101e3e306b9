/** Sign-in, callback, sign-out and back-channel logout on two instances whose Redis fails in between. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTcpProxy, type TcpProxy } from '../../../sandbox/faults/tcp-proxy';
import { redisAt } from '../../../server/store/redis-settings';
import { anne, minuteMs, startAuthWorld, type AuthWorld } from '../../support/auth-app';
import { at } from '../../support/hostile-idp/answers';
import {
  hasRedis,
  redisFolder,
  type RedisFolder,
  type RedisServer,
} from '../../support/redis-servers';
import { patience } from '../../support/until';

/** More Redis commands than a logout token causes. */
const mostQuestions = 30;

describe.skipIf(!hasRedis)('two instances with one Redis (skipped: no redis-server here)', () => {
  let folder: RedisFolder;
  let redis: RedisServer;
  let line: TcpProxy;
  let world: AuthWorld;
  let second: string;
  beforeEach(async () => {
    folder = redisFolder();
    redis = await folder.server({});
    const target = { host: '127.0.0.1', port: redis.port };
    line = await startTcpProxy({ target, seed: 'shared store' });
    world = await startAuthWorld({ redis: redisAt(`redis://127.0.0.1:${line.port}`) });
    second = await world.addInstance();
  });
  afterEach(async () => {
    await world.close();
    await line.close();
    await folder.end();
  });

  const post = (token: string) =>
    fetch(`${world.instances[0]}/account/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    }).then(({ status }) => status);

  it('P-17 P-96 a logout token that arrived while Redis failed ends the session when it is sent again', async () => {
    for (let at = 0; at < mostQuestions; at += 1) {
      // Sessions that an earlier round has ended would cause commands of their own.
      await redis.cli('flushall');
      const browser = await vi.waitFor(() => world.signedIn(), patience);
      const token = world.idp.logoutToken({ sub: anne.sub });
      const { deaths } = line.stats;
      await line.set({ fault: { kind: 'die', after: at } });
      const first = await post(token);
      const died = line.stats.deaths > deaths;
      expect(died ? [200, 503] : [200]).toContain(first);
      await line.set({ fault: null });
      // A provider repeats a logout call that was not accepted.
      if (first !== 200)
        await vi.waitFor(async () => expect([200, 400]).toContain(await post(token)), patience);
      const after = await vi.waitFor(async () => {
        const visit = await browser.get('/fr');
        expect(visit.status).toBe(200);
        return visit;
      }, patience);
      expect(after.page.view, `question ${at}`).toEqual({ kind: 'guest' });
      if (!died) return;
    }
    throw new Error('more questions than were tried');
  });

  it('P-12 P-96 a sign-out while Redis refuses writes still reaches the ERP and the provider', async () => {
    const browser = await world.signedIn();
    await redis.cli('replicaof', '127.0.0.1', '1');
    const [revoked, erpCalls] = [world.idp.hits('revocation'), world.erpCalls().length];
    const answer = await browser.post('/fr/account/sign-out', {}, { follow: false });
    expect(answer.status).toBe(200);
    expect(new URL(answer.refresh ?? '', world.publicUrl).origin).toBe(
      new URL(world.idp.issuer).origin,
    );
    expect(world.idp.hits('revocation')).toBe(revoked + 1);
    expect(world.erpCalls().slice(erpCalls)).toContain('POST signout');
    expect(world.events()).toContain('sign_out.step_failed');
    expect(browser.cookie('sid')).toBeUndefined();
  });

  it.each(['the same instance', 'the other instance'])(
    'P-12 P-08 a sign-out at %s does not wait for a running renewal, and revokes the tokens it returns',
    async (where) => {
      const browser = await world.signedIn();
      const [reader, leaver] = [browser.copy(), browser.copy()];
      let release = (): void => undefined;
      const until = new Promise<void>((resolve) => (release = resolve));
      world.idp.mutate(at('refresh', (answer) => void (answer.until = until)));
      world.clock.advance(6 * minuteMs);
      const late = reader.get('/fr/private', { follow: false });
      await vi.waitFor(() => expect(world.idp.hits('refresh')).toBe(1), patience);
      const [first = ''] = world.instances;
      const instance = where === 'the same instance' ? first : second;
      const left = leaver.post('/fr/account/sign-out', {}, { follow: false, at: instance });
      expect((await left).status).toBe(200);
      expect(leaver.cookie('sid')).toBeUndefined();
      expect(world.events().slice(-1)).toEqual(['sign_out.done']);
      expect(world.events()).not.toContain('token.renewed');
      release();
      const { status, page } = await late;
      expect([303, undefined]).toEqual([status, page.view]);
      expect(world.idp.hits('refresh')).toBe(1);
      const revoked = world.idp.seen('revocation').map((one) => one['token']);
      expect(new Set(revoked).size).toBe(2);
      for (const one of [browser, reader])
        for (const place of [first, second]) {
          const visit = await one.copy().get('/fr', { at: place });
          expect(visit.page.view).toEqual({ kind: 'guest' });
        }
      const keys = (await redis.cli('keys', '*')).split('\n');
      expect(keys.filter((key) => /:session:|renew/.test(key))).toEqual([]);
    },
  );

  it('P-02 P-91 one callback sent to both instances at once redeems one code and opens one session', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const browser = world.browser();
      const start = await browser.get('/fr/account/sign-in?target=/fr/one', { follow: false });
      const back = await browser.get(start.location ?? '', { follow: false });
      const copy = browser.copy();
      const before = world.idp.hits('code');
      const answers = await Promise.all([
        browser.get(back.location ?? ''),
        copy.get(back.location ?? '', { at: second }),
      ]);
      expect(world.idp.hits('code') - before).toBe(1);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
      const sessions = [browser, copy].filter((one) => one.cookie('sid') !== undefined);
      expect(sessions).toHaveLength(1);
    }
  });

  it('P-02 P-61 sign-in attempts of anonymous clients leave one small key each, for half an hour', async () => {
    const keys = async () => (await redis.cli('keys', '*')).split('\n').filter(Boolean);
    const before = (await keys()).length;
    const forged = '/fr/account/oidc-redirect?code=x&state=';
    for (let turn = 0; turn < 20; turn += 1) {
      await world.browser().get('/fr/account/sign-in', { follow: false });
      await world.browser().get(`${forged}${'A'.repeat(40)}${turn}`, { follow: false });
    }
    expect(await keys()).toHaveLength(before);
    for (let turn = 0; turn < 20; turn += 1) {
      const browser = world.browser();
      const start = await browser.get('/fr/account/sign-in', { follow: false });
      const state = new URL(start.location ?? '').searchParams.get('state') ?? '';
      for (const at of [world.instances[0] ?? '', second])
        expect((await browser.get(forged + state, { follow: false, at })).status).toBe(400);
    }
    const marks = (await keys()).filter((key) => key.includes('used-state:'));
    expect((await keys()).length - before).toBe(20);
    expect(marks).toHaveLength(20);
    for (const key of marks) {
      expect(Number(await redis.cli('memory', 'usage', key))).toBeLessThan(512);
      const left = Number(await redis.cli('pttl', key));
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(1_800_000);
    }
  });
});
