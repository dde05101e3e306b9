/** Sign-in with the provider, and callbacks without an open attempt: P-01, P-02, P-09, P-11, AUTH-02, AUTH-07. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { anne, minuteMs, startAuthWorld, type AuthWorld } from '../../support/auth-app';
import { at } from '../../support/hostile-idp/answers';
import { patience } from '../../support/until';

let world: AuthWorld;
beforeAll(async () => {
  world = await startAuthWorld();
});
afterAll(() => world.close());
afterEach(() => world.idp.reset());

describe('sign-in of a customer', () => {
  it('AUTH-02 sign-in uses code, PKCE, state and nonce, and leaves one opaque cookie', async () => {
    const browser = world.browser();
    const visit = await browser.get('/nl/account/sign-in?target=%2Fnl%2Fcart%3Fx%3D1');
    expect(visit.url.pathname + visit.url.search).toBe('/nl/cart?x=1');
    expect(visit.page.view).toMatchObject({
      kind: 'customer',
      customer: {
        login: 'anne',
        ref: 'C100',
        supplierId: 100,
        owner: `${world.idp.issuer}|user-anne`,
      },
    });
    const asked = world.idp.seen('authorize').at(-1);
    expect(asked).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${world.publicUrl}/nl/account/oidc-redirect`,
      ui_locales: 'nl-BE nl',
    });
    expect(asked?.['nonce']).toMatch(/^[\w-]{32,}$/);
    expect(asked?.['state']).toMatch(/^[\w-]{43}\./);
    expect(asked).not.toHaveProperty('target');
    expect([...(browser.cookies.get(new URL(world.publicUrl).host)?.keys() ?? [])]).toEqual([
      'sid',
    ]);
  });

  it('AUTH-02 P-09 sign-in creates a new session id every time, and ignores an id that an attacker has set', async () => {
    const browser = world.browser();
    browser.setCookie('sid', 'planted-by-somebody-else-000000000000000000');
    await browser.get('/fr/account/sign-in');
    const first = browser.cookie('sid');
    expect(first).not.toContain('planted');
    const old = browser.copy();
    await browser.get('/fr/account/sign-in');
    expect(browser.cookie('sid')).not.toBe(first);
    expect((await old.get('/fr')).page.view).toEqual({ kind: 'guest' });
    const planted = world.browser();
    planted.setCookie('sid', 'planted-by-somebody-else-000000000000000000');
    expect((await planted.get('/fr')).page.view).toEqual({ kind: 'guest' });
  });

  it('P-01 sign-in sends no token to the browser', async () => {
    const browser = await world.signedIn('/fr/private');
    await browser.get('/fr/private');
    await browser.get('/fr/account/oidc-redirect?code=x&state=y');
    const bytes = browser.received.join('\n');
    for (const token of world.idp.issued()) expect(bytes).not.toContain(token);
    for (const line of world.logs)
      for (const token of world.idp.issued().slice(-6))
        expect(JSON.stringify(line)).not.toContain(token);
  });

  it('AUTH-02 the first sign-in creates the customer at the ERP', async () => {
    world.idp.signInAs({ ...anne, sub: 'user-new', email: 'new@practice.example', ref: 'C999' });
    const browser = await world.signedIn('/fr/private');
    expect(world.erpCalls().slice(-3)).toEqual(['POST signin', 'GET customer', 'GET customer']);
    expect((await browser.get('/fr/private')).status).toBe(200);
    world.idp.signInAs(anne);
  });

  it('AUTH-12 sign-in calls the ERP in the language of the page', async () => {
    await world.browser().get('/nl/account/sign-in');
    const languages = world.erp.control.requests().map((call) => call.language);
    expect(languages.at(-1)).toBe('nl-BE');
  });

  it('P-11 sign-in from another site takes at most four redirects, without a loop', async () => {
    const visit = await world.browser().get('/fr/private?page=2');
    expect(visit.url.pathname + visit.url.search).toBe('/fr/private?page=2');
    expect(visit.hops.length).toBeLessThanOrEqual(5);
    expect(world.idp.hits('authorize')).toBeGreaterThan(0);
  });

  it('AUTH-07 sign-in works in two tabs at once, each returning to its own page', async () => {
    const browser = world.browser();
    const one = await browser.get('/fr/account/sign-in?target=/fr/one', { follow: false });
    const two = await browser.get('/fr/account/sign-in?target=/fr/two', { follow: false });
    const first = await browser.get(one.location ?? '');
    const second = await browser.get(two.location ?? '');
    expect([first.url.pathname, second.url.pathname]).toEqual(['/fr/one', '/fr/two']);
    expect(second.page.view?.kind).toBe('customer');
  });
});

function held() {
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  return { until, release };
}

describe('a callback without an open attempt of this browser', () => {
  const tokenCalls = (): number => world.idp.hits('code');

  async function callback(): Promise<{
    address: string;
    browser: ReturnType<AuthWorld['browser']>;
  }> {
    const browser = world.browser();
    const start = await browser.get('/fr/account/sign-in?target=/fr/one', { follow: false });
    const answer = await browser.get(start.location ?? '', { follow: false });
    return { address: answer.location ?? '', browser };
  }

  it('P-02 a callback is rejected when the state is wrong, missing or from another browser', async () => {
    const before = tokenCalls();
    const { address } = await callback();
    const wrong = new URL(address);
    wrong.searchParams.set('state', 'A'.repeat(43));
    const missing = new URL(address);
    missing.searchParams.delete('state');
    for (const url of [wrong.href, missing.href, address]) {
      const stranger = world.browser();
      const visit = await stranger.get(url);
      expect(visit.status).toBe(400);
      expect(visit.page.fault).toBe('state-mismatch');
      expect(stranger.cookie('sid')).toBeUndefined();
    }
    expect(tokenCalls()).toBe(before);
  });

  it('P-02 AUTH-07 a replayed callback is rejected, and the session that it opened continues', async () => {
    const { address, browser } = await callback();
    const copy = browser.copy();
    expect((await browser.get(address)).page.view?.kind).toBe('customer');
    const before = tokenCalls();
    const again = await browser.get(address);
    expect(again.page.view?.kind).toBe('customer');
    const other = await copy.get(address);
    expect([other.status, other.page.fault]).toEqual([400, 'replayed']);
    expect(tokenCalls()).toBe(before);
  });

  it('AUTH-07 P-02 a second callback, and Back to it, redirect to the target of the first callback', async () => {
    const { address, browser } = await callback();
    const before = tokenCalls();
    const twice = await Promise.all([browser.get(address), browser.get(address)]);
    for (const visit of [...twice, await browser.get(address)]) {
      expect(visit.url.pathname).toBe('/fr/one');
      expect(visit.page.view?.kind).toBe('customer');
    }
    expect(tokenCalls()).toBe(before + 1);
  });

  it('AUTH-07 P-02 a callback that the browser aborted restarts sign-in at the provider', async () => {
    const { address, browser } = await callback();
    const left = new AbortController();
    const { until, release } = held();
    world.idp.mutate(at('code', (answer) => void (answer.until = until)));
    const before = tokenCalls();
    const given = browser.get(address, { signal: left.signal }).catch((error: unknown) => error);
    await vi.waitFor(() => expect(tokenCalls()).toBe(before + 1), patience);
    left.abort();
    const second = browser.get(address);
    release();
    const visit = await second;
    expect(visit.url.pathname).toBe('/fr/one');
    expect(visit.page.view?.kind).toBe('customer');
    expect(await given).toBeInstanceOf(Error);
    expect(world.idp.seen('authorize').at(-1)).toMatchObject({ prompt: 'none' });
    expect(tokenCalls()).toBe(before + 2);
  });

  it('AUTH-07 a callback is rejected after fifteen minutes, with the reason', async () => {
    const { address, browser } = await callback();
    const forgotten = world.browser();
    world.clock.advance(15 * minuteMs + 1_000);
    expect((await browser.get(address)).page.fault).toBe('expired');
    expect((await forgotten.get(address)).page.fault).toBe('expired');
  });

  it('AUTH-07 a callback without an attempt leaves an existing session alone and redirects to the home page', async () => {
    const browser = await world.signedIn();
    const visit = await browser.get(
      '/fr/account/oidc-redirect?code=x&state=forged-state-forged&target=//e',
    );
    expect(visit.url.pathname).toBe('/fr');
    expect(visit.page.view?.kind).toBe('customer');
  });
});
