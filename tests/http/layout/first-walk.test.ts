import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.stop());

describe('first pages of a guest and a customer', () => {
  it('I18N-01 a URL without locale redirects to the browser’s language', async () => {
    const page = await shop
      .visitor()
      .get('/', { headers: { 'accept-language': 'nl-BE,nl;q=0.9' } });
    expect(page.url.pathname).toBe('/nl');
    expect(page.status).toBe(200);
    expect(page.dom.querySelector('html')?.getAttribute('lang')).toBe('nl-BE');
  });

  it('SHELL-02 an unknown URL is a 404 that names the path, with a reference', async () => {
    const page = await shop.visitor().get('/fr/no/such/page');
    expect(page.status).toBe(404);
    expect(page.words()).toContain('404 - Page non trouvée');
    expect(page.words()).toContain(page.headers.get('x-request-id') ?? 'none');
  });

  it('AUTH-02 a customer signs in with the provider’s form and appears in the header', async () => {
    const customer = await shop.customer('vet@demo.example');
    const page = await customer.get('/fr');
    expect(page.words('header')).toContain('C10021');
  });

  it('AUTH-07 a guest who cancels at the provider returns to the page, with a notice instead of an error', async () => {
    const visitor = shop.visitor();
    const asked = await visitor.get('/fr/account/sign-in?target=/fr/promotions');
    const back = await asked.form('form').submit({ name: 'cancel', value: '1' });
    expect([back.status, back.url.pathname]).toEqual([200, '/fr/promotions']);
    expect(back.words('.toasts')).toContain('Vous n’êtes pas connecté');
    expect(back.words()).not.toContain('Référence à donner au support');
    // Returning to a page that needs sign-in would redirect to the provider again, so the home page opens.
    const own = await visitor.get('/fr/account/sales');
    const home = await own.form('form').submit({ name: 'cancel', value: '1' });
    expect([home.status, home.url.pathname]).toEqual([200, '/fr']);
  });
});
