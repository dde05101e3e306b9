/**
 * Public properties of sign-in: cookies on https, caching, readiness, security log: P-06, P-10, P-27, P-28, P-65, P-71,
 * P-73.
 */
import { createServer } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { anne, minuteMs, startAuthWorld, type AuthWorld } from '../../support/auth-app';
import { freePort } from '../../support/free-port';
import { patience } from '../../support/until';

let world: AuthWorld;
afterEach(() => world.close());

describe('on https', () => {
  it('P-10 on https every cookie has the __Host- prefix, and cookies of sign-in attempts do not accumulate', async () => {
    world = await startAuthWorld({ publicUrl: 'https://shop.example' });
    const browser = world.browser();
    const visit = await browser.get('/fr/account/sign-in?target=/fr/one');
    expect(visit.page.view?.kind).toBe('customer');
    const cookies = visit.hops.flatMap((hop) => hop.setCookies);
    expect(cookies.length).toBeGreaterThanOrEqual(3);
    for (const cookie of cookies) {
      expect(cookie).toMatch(
        /^__Host-Http-(sid|txn-[\w.-]+)=[\w.-]*; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      expect(cookie.length).toBeLessThan(4_096);
    }
    expect(cookies.find((cookie) => cookie.startsWith('__Host-Http-sid'))).toContain(
      'Max-Age=864000',
    );
    expect(cookies.find((cookie) => cookie.startsWith('__Host-Http-txn'))).toContain('Max-Age=900');
    const long = `/fr/search?q=${'x'.repeat(1_900)}`;
    for (let tab = 0; tab < 8; tab += 1) {
      const start = await browser.get(`/fr/account/sign-in?target=${encodeURIComponent(long)}`, {
        follow: false,
      });
      for (const cookie of start.setCookies) expect(cookie.length).toBeLessThan(4_096);
    }
    const open = [...(browser.cookies.get('shop.example')?.keys() ?? [])];
    expect(open.filter((name) => name.includes('txn'))).toHaveLength(4);
  });

  it('P-28 the callback URL uses the public host, whatever the forwarded headers say', async () => {
    world = await startAuthWorld({ publicUrl: 'https://shop.example' });
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
    const start = await world.browser().get('/fr/account/sign-in', { follow: false, headers });
    expect(new URL(start.location ?? '').searchParams.get('redirect_uri')).toBe(
      'https://shop.example/fr/account/oidc-redirect',
    );
  });

  it('P-27 sign-in responses are never cached; a guest’s page sets no cookie', async () => {
    world = await startAuthWorld({ publicUrl: 'https://shop.example' });
    const browser = world.browser();
    const visit = await browser.get('/fr/account/sign-in');
    for (const hop of visit.hops.filter((one) => one.url.pathname.includes('/account/')))
      expect(hop.headers.get('cache-control')).toBe('private, no-store');
    expect((await world.browser().get('/fr')).setCookies).toEqual([]);
    const stale = world.browser();
    stale.setCookie('__Host-Http-sid', 'of-a-session-that-is-long-gone');
    expect((await stale.get('/fr')).setCookies).toEqual([]);
  });
});

describe('readiness', () => {
  it('P-06 P-65 /readyz fails when the provider’s issuer differs from the configured one', async () => {
    world = await startAuthWorld({
      settings: ({ issuer }) => ({ OIDC_ISSUER: issuer.replace('127.0.0.1', 'localhost') }),
    });
    expect(await world.readiness()).toMatchObject({ ok: false });
    expect((await world.readiness()).reason).toContain('identity provider');
    expect((await world.browser().get('/fr/account/sign-in')).page.fault).toBe('invalid-answer');
    expect((await world.browser().get('/fr')).status).toBe(200);
  });

  it('P-65 readiness recovers by itself when the provider was down at start-up', async () => {
    const port = await freePort();
    world = await startAuthWorld({
      settings: () => ({ OIDC_ISSUER: `http://127.0.0.1:${port}` }),
    });
    expect(await world.readiness()).toMatchObject({ ok: false });
    const late = createServer((_request, response) => {
      const issuer = `http://127.0.0.1:${port}`;
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/a`,
        token_endpoint: `${issuer}/t`,
      };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata));
    }).listen(port, '127.0.0.1');
    await vi.waitFor(async () => expect(await world.readiness()).toEqual({ ok: true }), patience);
    late.close();
  });

  it('P-65 P-74 readiness detects a provider that went down, and polls it at most once in fifteen seconds', async () => {
    world = await startAuthWorld();
    const before = world.idp.hits('discovery');
    const back = world.idp.mutate('discovery-issuer-wrong');
    world.clock.advance(minuteMs);
    for (let time = 0; time < 50; time += 1)
      expect(await world.readiness()).toMatchObject({ ok: false });
    expect(world.idp.hits('discovery') - before).toBe(1);
    back();
    world.clock.advance(14_000);
    expect(await world.readiness()).toMatchObject({ ok: false });
    world.clock.advance(1_000);
    expect(await world.readiness()).toEqual({ ok: true });
    expect(world.idp.hits('discovery') - before).toBe(2);
  });

  it('P-06 provider metadata of another issuer are rejected', async () => {
    world = await startAuthWorld();
    expect(await world.readiness()).toEqual({ ok: true });
    world.idp.mutate('discovery-issuer-wrong');
    world.clock.advance(minuteMs);
    const visit = await world.browser().get('/fr/account/sign-in');
    expect(visit.page.fault).toBe('invalid-answer');
  });
});

describe('the security log', () => {
  it('P-73 P-71 the security log has one line for each event, without secrets and personal data', async () => {
    world = await startAuthWorld();
    const browser = await world.signedIn('/fr/private');
    await browser.get('/fr/account/oidc-redirect?code=CODE_CANARY&state=STATE_CANARY_00000000');
    world.clock.advance(6 * minuteMs);
    await browser.get('/fr');
    await browser.post('/fr/account/sign-out', {});
    expect(world.events()).toEqual([
      'sign_in.started',
      'sign_in.succeeded',
      'sign_in.failed',
      'token.renewed',
      'sign_out.done',
    ]);
    const text = JSON.stringify(world.logs);
    for (const secret of [
      ...world.idp.issued(),
      anne.email,
      anne.name,
      'CODE_CANARY',
      'STATE_CANARY',
      'shop-secret',
      browser.cookie('sid') ?? 'no cookie',
    ])
      expect(text).not.toContain(secret);
    for (const line of world.logs.filter((one) => String(one['event']).startsWith('sign_in.s')))
      expect(line['reference']).toMatch(/^[\w-]{8,}$/);
  });
});
