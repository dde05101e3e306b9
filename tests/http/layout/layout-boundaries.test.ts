/** Error boundaries of the layouts: the parts of the layout that an error page keeps. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Visitor } from '../../support/visitor';
import { newCart } from '../checkout/checkout-carts';

const login = 'vet@demo.example';

let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop();
  newCart(shop, login);
  vet = await shop.customer(login);
});
afterAll(() => shop.stop());
beforeEach(() => shop.sandbox.erp.control.clearFaults());

const fail = (path: string): void =>
  void shop.sandbox.erp.control.fault({ match: { path }, status: 500, times: 50 });

type Page = Awaited<ReturnType<Visitor['get']>>;

/** Header with search field, footer, and the reference that is in the log. */
function expectFrame(page: Page): void {
  expect(page.text).toMatch(/<header\b/);
  expect(page.text).toContain('name="q"');
  expect(page.text).toMatch(/<footer class="foot">/);
  const reference = page.headers.get('x-request-id') ?? '';
  expect(reference).not.toBe('');
  expect(page.words()).toContain(reference);
}

const locales = [
  { locale: 'fr', missing: 'Page non trouvée' },
  { locale: 'nl', missing: 'Pagina niet gevonden' },
  { locale: 'en', missing: 'Page not found' },
] as const;

describe('the error boundary of the account layout', () => {
  it.each(locales)(
    'SHELL-02 DEG-01 the error page of a failing /$locale/account/sales keeps header, breadcrumb and account menu',
    async ({ locale }) => {
      fail('sales/*');
      const page = await vet.get(`/${locale}/account/sales/1`);
      expect(page.status).toBe(503);
      expectFrame(page);
      expect(page.text).toMatch(/<nav class="crumbs"/);
      expect(page.text).toContain('id="account-pages"');
      expect(page.text).toContain(`href="/${locale}/account/profile"`);
    },
  );

  it.each(locales)(
    'SHELL-02 the 404 page of an unknown path below /$locale/account shows the path without the account prefix',
    async ({ locale, missing }) => {
      const path = `/${locale}/account/nothing-here`;
      const page = await vet.get(path);
      expect(page.status).toBe(404);
      expectFrame(page);
      expect(page.text).toContain('id="account-pages"');
      expect(page.words()).toContain(missing);
      expect(page.words()).toContain(path);
      // A phone shows the second-last breadcrumb, so there must be two.
      const [account, own] = page.dom.querySelectorAll('.crumbs li');
      expect(account?.querySelector('a')?.getAttribute('href')).toBe(`/${locale}/account`);
      expect(own?.text).toContain(missing);
    },
  );

  it('SHELL-02 QUO-01 a form for an unknown record has the status of the page that is rendered', async () => {
    const headers = { accept: '*/*' };
    const page = await vet.post('/fr/account/quotations/999999999', {}, { headers });
    expect(page.words('h1')).toContain('404');
    expect(page.status).toBe(404);
    expect(page.dom.querySelector('title')?.text).toMatch(/^404/);
  });

  it('SHELL-02 AUTH-13 an error page in the account area shows a guest no account menu, and each page stays protected', async () => {
    const guest = shop.visitor();
    const missing = await guest.get('/fr/account/nothing-here');
    expect(missing.status).toBe(404);
    expect(missing.text).not.toContain('id="account-pages"');
    const closed = await guest.get('/fr/account/sales', { follow: false });
    expect(closed.status).toBe(302);
    expect(closed.text).not.toContain('account-pages');
  });
});

describe('the error boundary of pages without their own layout', () => {
  it.each([
    ['/fr/c/medicaments', 400],
    ['/nl/cart', 400],
    ['/en/consent', 400],
    ['/fr/nothing-here', 404],
    ['/nl/c/nothing-here', 400],
  ])(
    'SHELL-02 the error page of a form that %s cannot parse keeps header, search and footer',
    async (path, status) => {
      const page = await vet.post(path, { a: '1' });
      expectFrame(page);
      expect(page.status).toBe(status);
    },
  );
});

describe('the error boundary of the checkout layout', () => {
  it.each(locales)(
    'SHELL-02 CHK-01 the error page of a form that /$locale/cart-confirm cannot parse keeps the steps and the link to the cart',
    async ({ locale }) => {
      const form = (await vet.get(`/${locale}/cart-confirm`)).form('#checkout');
      // A field of the cart page that the checkout form does not have.
      form.fields.set('q.1', '2');
      const failed = await form.submit({ name: 'do', value: 'confirm' });
      expect(failed.status).toBe(400);
      expectFrame(failed);
      expect(failed.text).toMatch(/<ol class="steps/);
      expect(failed.dom.querySelector(`main a[href="/${locale}/cart"]`)).not.toBeNull();
    },
  );

  it.each(locales)(
    'SHELL-02 CHK-01 the 404 page of an unknown path below /$locale/cart-confirm keeps the steps and the link to the cart',
    async ({ locale, missing }) => {
      const path = `/${locale}/cart-confirm/nothing-here`;
      const page = await vet.get(path);
      expect(page.status).toBe(404);
      expectFrame(page);
      expect(page.text).toMatch(/<ol class="steps/);
      expect(page.dom.querySelector(`main a[href="/${locale}/cart"]`)).not.toBeNull();
      expect(page.words()).toContain(missing);
      expect(page.words()).toContain(path);
    },
  );
});

describe('links of an error page', () => {
  it('SHELL-02 an error page links to the home page when the customer did not come from a page of this site', async () => {
    fail('sales/*');
    const page = await vet.get('/fr/account/sales/1');
    const [again, home] = page.dom.querySelectorAll('main .acts a');
    expect(again?.getAttribute('href')).toBe('/fr/account/sales/1');
    expect([home?.text.trim(), home?.getAttribute('href')]).toEqual(['Retour à l’accueil', '/fr']);
  });

  it('SHELL-02 CHK-01 an error page about an unknown order shows a guest no completed checkout step', async () => {
    const steps = (page: Page) => page.dom.querySelectorAll('.steps li');
    const missing = await shop.visitor().get('/fr/cart-confirm/xyz');
    expect(steps(missing)).toHaveLength(3);
    expect(steps(missing).filter((step) => step.getAttribute('class') !== undefined)).toEqual([]);
    const known = await vet.get('/fr/cart-confirm');
    expect(steps(known).map((step) => step.getAttribute('class'))[0]).toBe('past');
  });
});

describe('the error boundary of the locale layout', () => {
  it.each(locales)(
    'SHELL-02 the 404 page of an unknown path below /$locale shows the path, without an account menu',
    async ({ locale, missing }) => {
      const page = await vet.get(`/${locale}/nothing-here/at-all`);
      expect(page.status).toBe(404);
      expectFrame(page);
      expect(page.words()).toContain(missing);
      expect(page.text).not.toContain('id="account-pages"');
    },
  );
});
