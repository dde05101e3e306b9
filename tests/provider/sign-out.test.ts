/**
 * The end of a session at a real Keycloak, with and without a logout message, and after the provider has lost all data.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { minuteMs } from '../support/auth-app';
import {
  hasKeycloak,
  openKeycloakWorld,
  type KeycloakWorld,
} from '../support/keycloak/keycloak-world';
import { until } from '../support/until';
import type { Page, Visitor } from '../support/visitor';

describe.skipIf(!hasKeycloak())('end of a session at Keycloak', () => {
  let at: KeycloakWorld;
  beforeEach(async () => {
    at = await openKeycloakWorld();
  });
  afterEach(() => at.close());

  const kindOf = (page: Page): unknown =>
    (JSON.parse(page.text) as { view?: { kind?: string } }).view?.kind;
  const kindFor = async (visitor: Visitor): Promise<unknown> => kindOf(await visitor.get('/fr'));
  const linesOf = (event: string) => at.world.logs.filter((line) => line['event'] === event);

  /** A second shop session in the same browser: the provider still has its session and asks for no password. */
  async function beside(visitor: Visitor): Promise<Visitor> {
    const other = at.visitor();
    for (const cookie of await visitor.jar.getCookies(`${at.front.url}/realms/shop/`))
      if (cookie.key !== 'sid')
        other.jar.setCookieSync(cookie.toString(), `${at.front.url}/realms/shop/`);
    const page = await other.get('/fr/private');
    expect([page.status, page.url.pathname]).toEqual([200, '/fr/private']);
    return other;
  }

  it('AUTH-11 P-17 one logout message ends both shop sessions of one provider session', async () => {
    const one = await at.signedIn();
    const two = await beside(one);
    const stranger = await at.signedIn('pharmacist');
    await at.admin.endSessions('vet');
    expect([await kindFor(one), await kindFor(two)]).toEqual(['guest', 'guest']);
    expect(await kindFor(stranger)).toBe('customer');
    expect(linesOf('backchannel.done').map((line) => line['ended'])).toEqual([2]);
  });

  it('AUTH-08 P-12 sign-out of one shop session ends the other, and the provider’s session', async () => {
    const one = await at.signedIn();
    const two = await beside(one);
    const page = await one.post('/nl/account/sign-out', {});
    expect(page.url.href).toBe(`${at.world.publicUrl}/nl`);
    expect(await kindFor(two)).toBe('guest');
    expect(await at.admin.sessionsOf('vet')).toEqual([]);
    expect(at.front.hits('revocation')).toBe(1);
    expect(at.front.seen('end-session').at(-1)?.has('id_token_hint')).toBe(true);
    expect(linesOf('sign_out.step_failed')).toEqual([]);
  });

  it('AUTH-08 sign-out works with an ID token that has expired long ago', async () => {
    // The provider uses real time: long enough for the sign-in itself on a stalled machine.
    await at.admin.lifespans({ accessTokenLifespan: 30 });
    const visitor = await at.signedIn();
    const expired = Date.now() + 31_000;
    await until(() => Date.now() > expired);
    const page = await visitor.post('/fr/account/sign-out', {});
    expect(page.url.href).toBe(`${at.world.publicUrl}/fr`);
  });

  it('P-17 a logout message for an unknown session is answered with 200', async () => {
    const visitor = await at.signedIn();
    const { front } = at;
    const cookies = await visitor.jar.getCookies(`${front.url}/realms/shop/`);
    // After two sign-ins the shop has replaced the first session, which the provider still has.
    await visitor.jar.removeAllCookies();
    await at.fillIn(await visitor.get('/fr/private'));
    expect(cookies.length).toBeGreaterThan(0);
    await visitor.post('/fr/account/sign-out', {});
    await at.admin.endSessions('vet');
    expect(linesOf('backchannel.refused')).toEqual([]);
    expect(linesOf('backchannel.done').length).toBeGreaterThan(0);
  });

  it('AUTH-04 AUTH-08 a session that an administrator deleted silently ends at the next renewal', async () => {
    const visitor = await at.signedIn();
    await at.admin.forgetAll();
    expect(await kindFor(visitor)).toBe('customer');
    at.world.clock.advance(6 * minuteMs);
    const asked = await visitor.get('/fr/private?page=2');
    expect(at.isSignInPage(asked)).toBe(true);
    const back = await at.fillIn(asked);
    expect(back.url.href).toBe(`${at.world.publicUrl}/fr/private?page=2`);
  });

  it('P-05 AUTH-02 AUTH-11 after a restart with new keys, sign-in and logout messages work at once', async () => {
    const before = await at.signedIn();
    await at.admin.endSessions('vet');
    const keysRead = Date.now();
    expect(await kindFor(before)).toBe('guest');
    await at.admin.forgetAll();
    const visitor = await at.signedIn();
    expect(await kindFor(visitor)).toBe('customer');
    // The shop requests unknown keys at most once a second.
    await until(() => Date.now() > keysRead + 1_000);
    await at.admin.endSessions('vet');
    expect(await kindFor(visitor)).toBe('guest');
    expect(linesOf('backchannel.refused')).toEqual([]);
  });

  it('AUTH-08 sign-out after a restart does not end on the provider’s error page', async () => {
    const visitor = await at.signedIn();
    await at.admin.forgetAll();
    const page = await visitor.post('/fr/account/sign-out', {});
    expect([page.status, page.url.href]).toEqual([200, `${at.world.publicUrl}/fr`]);
    expect(at.front.seen('end-session').at(-1)?.has('id_token_hint')).toBe(false);
    expect(kindOf(page)).toBe('guest');
  });
});
