/**
 * Renewal at a real Keycloak: a refresh token that is sent twice, even at once, ends the session of both senders. So
 * the shop sends each exactly once, over all requests and instances.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { minuteMs } from '../support/auth-app';
import {
  hasKeycloak,
  openKeycloakWorld,
  type KeycloakWorld,
} from '../support/keycloak/keycloak-world';
import { Visitor, type Page } from '../support/visitor';
import { patience, until } from '../support/until';

describe.skipIf(!hasKeycloak())('renewal of Keycloak’s access token', () => {
  let at: KeycloakWorld;
  beforeEach(async () => {
    at = await openKeycloakWorld();
  });
  afterEach(() => at.close());

  const kindOf = (page: Page): unknown =>
    (JSON.parse(page.text) as { view?: { kind?: string } }).view?.kind;
  const open = (visitor: Visitor): Promise<Page> => visitor.get('/fr/private', { follow: false });
  const renewals = (outcome: string) =>
    at.world.logs.filter((line) => line['event'] === `token.${outcome}`);
  const sent = (): (string | null)[] =>
    at.front.seen('refresh').map((form) => form.get('refresh_token'));

  it('P-08 AUTH-04 a token is renewed once for twenty requests on two instances, and the session continues', async () => {
    const second = await at.world.addInstance();
    const visitor = await at.signedIn();
    const elsewhere = new Visitor(second);
    elsewhere.jar.setCookieSync(
      `sid=${(await visitor.jar.getCookies(at.world.publicUrl)).find(({ key }) => key === 'sid')?.value ?? ''}; Path=/`,
      second,
    );
    for (let round = 1; round <= 2; round += 1) {
      at.world.clock.advance(6 * minuteMs);
      const pages = await Promise.all(
        Array.from({ length: 20 }, (_, i) => open(i % 2 ? visitor : elsewhere)),
      );
      expect(pages.map((page) => page.status)).toEqual(Array(20).fill(200));
      expect(at.front.hits('refresh')).toBe(round);
    }
    expect(new Set(sent()).size).toBe(2);
  });

  it('AUTH-04 P-08 a renewal whose response was lost is not repeated: a silent sign-in keeps the provider’s session', async () => {
    const visitor = await at.signedIn();
    const sessions = await at.admin.sessionsOf('vet');
    at.front.loseNext('refresh');
    at.world.clock.advance(6 * minuteMs);
    const page = await visitor.get('/fr/private?page=2');
    expect([page.status, page.url.search]).toEqual([200, '?page=2']);
    expect(kindOf(page)).toBe('customer');
    expect(at.front.hits('refresh')).toBe(1);
    expect(at.front.seen('authorize').at(-1)?.get('prompt')).toBe('none');
    expect(await at.admin.sessionsOf('vet')).toEqual(sessions);
    at.world.clock.advance(6 * minuteMs);
    expect((await open(visitor)).status).toBe(200);
    expect(new Set(sent()).size).toBe(at.front.hits('refresh'));
  });

  it('AUTH-04 a token that lives sixty seconds is not renewed at every request', async () => {
    await at.admin.lifespans({ accessTokenLifespan: 60 });
    const visitor = await at.signedIn();
    for (let request = 0; request < 3; request += 1) await open(visitor);
    expect(at.front.hits('refresh')).toBe(0);
    at.world.clock.advance(35_000);
    expect((await open(visitor)).status).toBe(200);
    await vi.waitFor(() => expect(renewals('renewed')).toHaveLength(1), patience);
    await open(visitor);
    expect(at.front.hits('refresh')).toBe(1);
  });

  it('AUTH-04 P-08 a renewal ends the session of a disabled customer, and the log has the reason', async () => {
    const visitor = await at.signedIn();
    await at.admin.changeUser('vet', { enabled: false });
    expect((await open(visitor)).status).toBe(200);
    at.world.clock.advance(6 * minuteMs);
    const page = await open(visitor);
    expect(page.headers.get('location')).toBe(
      '/fr/account/sign-in?target=%2Ffr%2Fprivate&redirected=1',
    );
    expect(String(renewals('renewal_failed').at(-1)?.['error'])).toContain('User disabled');
    await at.admin.changeUser('vet', { enabled: true });
    const back = await visitor.get('/fr/private');
    const inside = at.isSignInPage(back) ? await at.fillIn(back) : back;
    expect(kindOf(inside)).toBe('customer');
  });

  it('AUTH-04 an expired refresh token causes a redirect to sign-in and back', async () => {
    // The provider uses real time: long enough for the sign-in itself on a stalled machine.
    await at.admin.lifespans({ ssoSessionIdleTimeout: 30 });
    const visitor = await at.signedIn();
    const runOut = Date.now() + 31_000;
    await until(() => Date.now() > runOut);
    at.world.clock.advance(6 * minuteMs);
    const page = await open(visitor);
    expect(page.headers.get('location')).toBe(
      '/fr/account/sign-in?target=%2Ffr%2Fprivate&redirected=1',
    );
    expect(at.world.events()).toContain('session.ended');
    expect(at.front.hits('refresh')).toBe(1);
  });

  it('AUTH-04 a renewal with a changed client secret ends no session, and the log names the setting', async () => {
    const visitor = await at.signedIn();
    await at.admin.changeClient({ secret: 'another-secret' });
    at.world.clock.advance(4 * minuteMs + 5_000);
    expect((await open(visitor)).status).toBe(200);
    await vi.waitFor(() => expect(renewals('renewal_failed')).toHaveLength(1), patience);
    expect(renewals('renewal_failed')[0]).toMatchObject({ setting: 'OIDC_CLIENT_SECRET' });
    expect((await open(visitor)).status).toBe(200);
    await at.admin.changeClient({ secret: 'shop-secret' });
    at.world.clock.advance(11_000);
    await open(visitor);
    await vi.waitFor(() => expect(renewals('renewed')).toHaveLength(1), patience);
  });
});
