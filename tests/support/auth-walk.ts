/**
 * The steps of a customer who signs in, stays and signs out: the same with every provider and in both AUTH_MODEs with a
 * provider.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { minuteMs } from './auth-app';
import type { OpenProviderWorld, ProviderWorld } from './auth-provider';
import { Visitor, type Page } from './visitor';

const shown = (page: Page): unknown => {
  expect(page.status, page.text.slice(0, 500)).toBe(200);
  const body: unknown = JSON.parse(page.text);
  return body;
};
const isCustomer = { view: { kind: 'customer' } };
const isGuest = { view: { kind: 'guest' } };

export function walkWith(
  name: string,
  mode: 'oidc-token' | 'oidc-cookie',
  open: OpenProviderWorld,
): void {
  describe(`AUTH-01 ${mode} with ${name}`, () => {
    let at: ProviderWorld;
    let visitor: Visitor;
    beforeEach(async () => {
      at = await open({ mode });
      visitor = new Visitor(at.world.publicUrl);
    });
    afterEach(() => at.close());

    async function signIn(): Promise<void> {
      const page = await visitor.get('/fr/private?page=2');
      expect(at.isSignInPage(page)).toBe(true);
      const back = await at.fillIn(page);
      expect(back.url.href).toBe(`${at.world.publicUrl}/fr/private?page=2`);
    }

    it('AUTH-02 AUTH-13 a customer signs in with the form, and returns to the page with their claims', async () => {
      await signIn();
      expect(shown(await visitor.get('/fr'))).toMatchObject({
        view: { kind: 'customer', customer: at.expected },
      });
    });

    it('AUTH-04 the session continues over many renewals, also when many requests find the token expired', async () => {
      await signIn();
      for (let round = 0; round < 3; round += 1) {
        at.world.clock.advance(6 * minuteMs);
        const pages = await Promise.all(
          Array.from({ length: 8 }, () => visitor.get('/fr/private')),
        );
        for (const page of pages) expect(shown(page)).toMatchObject(isCustomer);
      }
      const renewed = at.world.events().filter((event) => event === 'token.renewed');
      expect(renewed).toHaveLength(3);
    });

    it('AUTH-07 prompt=none makes an unknown customer a guest', async () => {
      const page = await visitor.get('/fr/account/sign-in?prompt=none&target=/fr/one');
      expect(page.url.pathname).toBe('/fr/one');
      expect(shown(page)).toMatchObject({ ...isGuest, fault: null });
    });

    it('AUTH-04 a customer with a session at the provider signs in silently', async () => {
      await signIn();
      const page = await visitor.get('/fr/account/sign-in?prompt=none&target=/fr/one');
      expect(page.url.pathname).toBe('/fr/one');
      expect(shown(page)).toMatchObject(isCustomer);
    });

    it('AUTH-08 sign-out ends the provider’s session too, without a question: the next sign-in asks again', async () => {
      await signIn();
      const page = await visitor.post('/nl/account/sign-out', {});
      expect(page.url.href).toBe(`${at.world.publicUrl}/nl`);
      expect(shown(page)).toMatchObject(isGuest);
      expect(at.isSignInPage(await visitor.get('/fr/private'))).toBe(true);
    });

    it('AUTH-11 P-17 the session ends when the provider ends its own', async () => {
      await signIn();
      await at.endSessions();
      expect(shown(await visitor.get('/fr'))).toMatchObject(isGuest);
      expect(at.world.events()).toContain('backchannel.done');
    });
  });
}
