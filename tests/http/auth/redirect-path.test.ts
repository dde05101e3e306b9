/** A custom callback path: errors of sign-in are pages there too (AUTH-03, AUTH-07). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ settings: { OIDC_REDIRECT_PATH: '/auth/back' } });
});
afterAll(() => shop.stop());

it.each(['?error=access_denied&state=unknown', '?code=abc&state=unknown', '?code=abc'])(
  'AUTH-07 /auth/back%s renders an error page with status 400 instead of a 404',
  async (query) => {
    const page = await shop.visitor().get(`/fr/auth/back${query}`);
    expect(page.status).toBe(400);
    expect(page.words('[role=alert]')).not.toBe('');
    const again = page.dom.querySelector('a[href^="/fr/account/sign-in"]');
    expect(again).not.toBeNull();
  },
);
