/** Sign-in with providers that were not written to be hostile: the stand-in always, Keycloak where there is one. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { minuteMs, startAuthWorld, type AuthWorld } from '../../support/auth-app';
import { identityStandIn, keycloak, type RealProvider } from '../../support/auth-provider';
import { Visitor, type Page } from '../../support/visitor';

const keycloakIssuer = process.env['TEST_KEYCLOAK_ISSUER'];

describe.each([
  { name: 'the identity stand-in', start: identityStandIn },
  ...(keycloakIssuer
    ? [{ name: 'Keycloak', start: () => Promise.resolve(keycloak(keycloakIssuer)) }]
    : []),
])('with $name', ({ start }) => {
  let provider: RealProvider;
  let world: AuthWorld;
  let visitor: Visitor;
  beforeEach(async () => {
    provider = await start();
    world = await startAuthWorld({ provider });
    provider.register(world);
    visitor = new Visitor(world.publicUrl);
  });
  afterEach(async () => {
    await world.close();
    await provider.close();
  });

  const shown = (page: Page): unknown => {
    expect(page.status, page.text.slice(0, 500)).toBe(200);
    const body: unknown = JSON.parse(page.text);
    return body;
  };
  async function signIn(): Promise<void> {
    const page = await visitor.get('/fr/private?page=2');
    expect(provider.isSignInPage(page)).toBe(true);
    const back = await provider.fillIn(page);
    expect(back.url.href).toBe(`${world.publicUrl}/fr/private?page=2`);
  }

  it('AUTH-02 AUTH-13 a customer signs in by its form and is back on the page, with their claims', async () => {
    await signIn();
    expect(shown(await visitor.get('/fr'))).toMatchObject({
      view: { kind: 'customer', customer: provider.expected },
    });
  });

  it('AUTH-04 goes on over many renewals, also when many requests find the token expired', async () => {
    await signIn();
    for (let round = 0; round < 3; round += 1) {
      world.clock.advance(6 * minuteMs);
      const pages = await Promise.all(Array.from({ length: 8 }, () => visitor.get('/fr/private')));
      for (const page of pages) expect(shown(page)).toMatchObject({ view: { kind: 'customer' } });
    }
    expect(world.events().filter((event) => event === 'token.renewed')).toHaveLength(3);
  });

  it('AUTH-07 is a visitor when asked without a question and not known there', async () => {
    const page = await visitor.get('/fr/account/sign-in?prompt=none&target=/fr/one');
    expect(page.url.pathname).toBe('/fr/one');
    expect(shown(page)).toMatchObject({ view: { kind: 'guest' }, fault: null });
  });

  it('AUTH-04 is signed in unseen where the provider still knows them', async () => {
    await signIn();
    const page = await visitor.get('/fr/account/sign-in?prompt=none&target=/fr/one');
    expect(page.url.pathname).toBe('/fr/one');
    expect(shown(page)).toMatchObject({ view: { kind: 'customer' } });
  });

  it('AUTH-08 signs out there too, without a question: the next sign-in asks again', async () => {
    await signIn();
    const page = await visitor.post('/nl/account/sign-out', {});
    expect(page.url.href).toBe(`${world.publicUrl}/nl`);
    expect(shown(page)).toMatchObject({ view: { kind: 'guest' } });
    expect(provider.isSignInPage(await visitor.get('/fr/private'))).toBe(true);
  });

  it('AUTH-11 P-17 is signed out here when the provider ends the session', async (context) => {
    if (!provider.endSessions) return context.skip();
    await signIn();
    await provider.endSessions();
    expect(shown(await visitor.get('/fr'))).toMatchObject({ view: { kind: 'guest' } });
    expect(world.events()).toContain('backchannel.done');
  });
});
