/** Callback URLs of the sign-in, opened from other sites: P-91. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { minuteMs, startAuthWorld, type AuthWorld } from '../../support/auth-app';

let world: AuthWorld;
beforeEach(async () => {
  world = await startAuthWorld();
});
afterEach(() => world.close());

const crossSite = {
  headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', accept: 'text/html' },
};
const errors = ['login_required', 'consent_required', 'access_denied', 'nonsense'];

describe('a link from another site to the callback URL', () => {
  it.each([
    ['good', 0],
    ['expired, and can be renewed', 6 * minuteMs],
  ])(
    'P-91 a callback link with an error ends no session whose tokens are %s, even with the state of an open attempt',
    async (_what, age) => {
      for (const locale of ['fr', 'nl', 'en'])
        for (const error of errors)
          for (const iss of [true, false]) {
            const browser = await world.signedIn();
            const path = `/${locale}/account/sign-in?target=/${locale}`;
            const begun = await browser.get(path, { follow: false });
            const state = new URL(begun.location ?? '', begun.url).searchParams.get('state');
            if (state === null) throw new Error(`no attempt was begun at ${path}`);
            const sid = browser.cookie('sid');
            world.clock.advance(age);
            const query = new URLSearchParams({
              error,
              state,
              ...(iss ? { iss: world.idp.issuer } : {}),
            });
            const link = `/${locale}/account/oidc-redirect?${query}`;
            const answer = await browser.get(link, { ...crossSite, follow: false });
            expect(answer.setCookies.join(), link).not.toMatch(/\bsid=;/);
            expect(browser.cookie('sid'), link).toBe(sid);
            const { page } = await browser.get('/fr', { follow: false });
            expect(page.view?.kind, link).toBe('customer');
          }
      expect(world.events()).not.toContain('session.ended');
    },
  );

  it.each(['?error=login_required', '?error=login_required&state=x', '?state=x&code=y', ''])(
    'P-91 a callback link ends no session when this browser has no open attempt: %j',
    async (query) => {
      const browser = await world.signedIn();
      for (const locale of ['fr', 'nl', 'en'])
        await browser.get(`/${locale}/account/oidc-redirect${query}`, {
          ...crossSite,
          follow: false,
        });
      expect((await browser.get('/fr')).page.view?.kind).toBe('customer');
      expect(world.events()).not.toContain('session.ended');
    },
  );
});
