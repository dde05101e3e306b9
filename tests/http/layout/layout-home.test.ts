/** Home page and dashboard: their content, and ordering from them without script. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import { leadsTo, type Page, type Visitor } from '../../support/visitor';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ products: 400 });
  await shop.sandbox.search.ready;
});
afterAll(() => shop.stop());
afterEach(() => {
  shop.sandbox.search.faults.clear();
  shop.sandbox.erp.control.clearFaults();
});

const vet = (): Promise<Visitor> => shop.customer('vet@demo.example');
const piecesIn = (page: Page): number =>
  Number(/\d+/.exec(page.words('[data-cart-badge]'))?.[0] ?? 0);

/** The SKU of the first row. */
const skuOf = (page: Page): string =>
  /[A-Z]{2}\d{6}/.exec(page.dom.querySelector('#most-ordered .row-codes')?.text ?? '')?.[0] ?? '';

describe('the home page of a guest', () => {
  it('HOME-01 the home page of a guest offers sign-in, registration, promotions and news, without prices', async () => {
    const page = await shop.visitor().get('/fr');
    const links = page.dom.querySelectorAll('main a').map((link) => link.getAttribute('href'));
    expect(links).toContain('/fr/account/sign-in');
    expect(links).toContain('/fr/account/register');
    expect(links).toContain('/fr/promotions');
    expect(links.some((href) => href?.startsWith('/fr/news/'))).toBe(true);
    expect(page.dom.querySelectorAll('#offers .row').length).toBeGreaterThan(0);
    expect(page.words('#offers')).not.toContain('€');
  });

  it('DEG-01 the home page of a guest works without search engine and ERP', async () => {
    shop.sandbox.search.faults.set({ status: 503 });
    shop.sandbox.erp.control.availability(false);
    const page = await shop.visitor().get('/en');
    shop.sandbox.erp.control.availability(true);
    expect(page.status).toBe(200);
    expect(page.words()).toContain('Sign in');
  });
});

describe('the home page of a customer', () => {
  it('HOME-02 the home page of a customer shows most ordered products, special offers, wishlists, banners, adverts and news', async () => {
    const page = await (await vet()).get('/fr');
    const words = page.words();
    for (const part of [
      'Vos plus commandés',
      'Offres spéciales',
      'Mes listes',
      'Actualités',
      'Votre délégué commercial',
    ])
      expect(words).toContain(part);
    expect(page.dom.querySelectorAll('#most-ordered .row').length).toBe(10);
    expect(page.words('#most-ordered')).toMatch(/\d+,\d{2}\s€/);
    expect(page.dom.querySelectorAll('#offers .row').length).toBeGreaterThan(0);
    expect(page.dom.querySelectorAll('#lists button[name=list]').length).toBeGreaterThan(0);
    expect(page.words('section[aria-label=Annonces]')).toContain('Langue bleue');
    expect(page.dom.querySelectorAll('.ads .ad').length).toBeGreaterThan(0);
  });

  it('HOME-02 SRCH-06 quantities entered in any list of the home page are added in one sync', async () => {
    const customer = await vet();
    const page = await customer.get('/fr');
    const form = page.form('#home-lists');
    const namesIn = (list: string): string[] =>
      page.dom.querySelectorAll(`${list} input.qty`).map((one) => one.getAttribute('name') ?? '');
    const most = namesIn('#most-ordered');
    const [offer = ''] = namesIn('#offers').filter((name) => !most.includes(name));
    const before = piecesIn(page);
    const values = Object.fromEntries([...most.slice(0, 2), offer].map((name) => [name, '2']));
    // The button that Enter activates, in any of the lists.
    const enter = page.dom.querySelector('#home-lists button');
    const press = { name: 'add', value: enter?.getAttribute('value') ?? '' };
    const after = await form.fill(values).submit(press);
    expect(after.url.pathname).toBe('/fr');
    expect(piecesIn(after)).toBe(before + 6);
    expect(after.words('.toasts')).not.toBe('');
    // A rejected quantity of one list stays in its field once, and so does the input in the other lists.
    const again = after.form('#home-lists').fill({ ...values, [offer]: 'abc' });
    const refused = await again.submit(press);
    expect(refused.form('#home-lists').fields.getAll(offer)).toEqual(['abc']);
    expect(piecesIn(refused)).toBe(before + 10);
  });

  it('HOME-02 a wishlist is ordered from the home page in one step, once however often the form is sent', async () => {
    const customer = await vet();
    const page = await customer.get('/fr');
    const before = piecesIn(page);
    const button = page.dom.querySelector('#lists button[name=list]');
    const form = page.form('#lists form');
    const press = { name: 'list', value: button?.getAttribute('value') ?? '' };
    const after = await form.submit(press);
    const pieces = piecesIn(after);
    expect(pieces).toBeGreaterThan(before);
    expect(piecesIn(await form.submit(press))).toBe(pieces);
  });

  it('HOME-02 CART-10 a code scanned on the home page is added to the cart; an unknown code is reported', async () => {
    const customer = await vet();
    const page = await customer.get('/fr');
    const before = piecesIn(page);
    const sku = skuOf(page);
    const added = await page.form('form.quick').fill({ code: sku, n: '3' }).submit();
    expect(added.words('.toasts')).toContain('panier');
    expect(piecesIn(added)).toBe(before + 3);
    const unknown = await added.form('form.quick').fill({ code: 'NO-SUCH-CODE' }).submit();
    // The error is at its field, without script too, and not in a notification that disappears.
    const field = unknown.dom.querySelector('#code[aria-invalid=true]');
    expect(field?.getAttribute('aria-describedby')).toBe('scan-said');
    expect(unknown.words('#scan-said')).toContain('Aucun produit ne porte le code NO-SUCH-CODE.');
    expect(unknown.words('#scan-said a')).toBe('Chercher');
    expect(unknown.words('.toasts')).toBe('');
    expect(piecesIn(unknown)).toBe(before + 3);
    const none = await unknown.form('form.quick').fill({ code: sku, n: 'x' }).submit();
    expect(none.words('#scan-said')).toContain('nombre entier de 1 à 9999');
    const word = await none
      .form('form.quick')
      .fill({ code: `abc ${sku}`, n: '1' })
      .submit();
    expect(word.words('#scan-said')).toContain('nombre entier de 1 à 9999');
    const again = await none.form('form.quick').fill({ n: '1' }).submit();
    expect(again.dom.querySelector('#code[aria-invalid]')).toBeNull();
  });

  it('CART-10 after a scan the home page focuses the code field; a rejected code stays in it and is not joined with the next', async () => {
    const customer = await vet();
    const page = await customer.get('/fr');
    const sku = skuOf(page);
    const before = piecesIn(page);
    const fieldOf = (shown: typeof page) => shown.dom.querySelector('#code')?.getAttribute('value');
    const { action, fields } = page.form('form.quick').fill({ code: sku });
    const posted = await customer.post(action.pathname, fields, { follow: false });
    expect(posted.headers.get('location')).toMatch(/^\/fr#code$/);
    const wrong = { code: 'NO-SUCH <b>"', n: '4' };
    const refused = await page.form('form.quick').fill(wrong).submit();
    expect(fieldOf(refused)).toBe('NO-SUCH <b>"');
    expect(refused.dom.querySelector('#n')?.getAttribute('value')).toBe('4');
    const behind = await refused
      .form('form.quick')
      .fill({ code: `NO-SUCH <b>"${sku}` })
      .submit();
    expect(fieldOf(behind)).toBeUndefined();
    expect(piecesIn(behind)).toBe(before + 1 + 4);
  });

  it('DEG-01 each block of the home page can be missing while the others remain', async () => {
    const customer = await vet();
    for (const path of ['wishlists', 'sale_statistics/top_ordered', 'loyalty/card/rfa/current']) {
      shop.sandbox.erp.control.fault({ match: { path }, status: 500, times: 20 });
    }
    const page = await customer.get('/fr?most=food');
    expect(page.status).toBe(200);
    expect(page.words('#lists')).toContain('Indisponible');
    expect(page.words('#most-ordered')).toContain('ne sont pas disponibles');
    expect(page.dom.querySelectorAll('#offers .row').length).toBeGreaterThan(0);
  });
});

describe('the dashboard', () => {
  it('AUTH-13 the dashboard redirects a guest to sign-in and back, query included', async () => {
    const page = await shop.visitor().get('/fr/account?most=food', { follow: false });
    expect(page.status).toBe(302);
    expect(page.headers.get('location')).toBe(
      `/fr/account/sign-in?target=${encodeURIComponent('/fr/account?most=food')}&redirected=1`,
    );
  });

  it('ACC-01 the dashboard shows charts with a text alternative, loyalty points and the representative', async () => {
    const page = await (await vet()).get('/fr/account');
    const charts = page.dom.querySelectorAll('svg[role=img]');
    expect(charts).toHaveLength(2);
    expect(charts[0]?.getAttribute('aria-label')).toMatch(/Achats par année.*2022.*2026/);
    expect(charts[1]?.getAttribute('aria-label')).toMatch(/Achats par mois, moyenne .*€/);
    expect(page.text).not.toMatch(/<svg[^>]*style=/);
    expect(page.words()).toContain('Ristourne acquise');
    expect(page.words('.rep')).toContain('+32');
  });

  it('ACC-01 each filter of the most ordered products on the dashboard lists products of its family, in order', async () => {
    const customer = await vet();
    const families = new Map(
      [...shop.sandbox.world.variants.values()].map(({ sku, family }) => [sku, family]),
    );
    const skus = (page: Page): string[] =>
      page.dom
        .querySelectorAll('#most-ordered .row-codes')
        .map(({ text }) => /[A-Z]{2}\d{6}/.exec(text)?.[0] ?? '');
    const all = await customer.get('/fr/account');
    const filters = all.dom.querySelectorAll('#most-ordered .seg > *');
    expect(filters.map(({ text }) => text)).toEqual([
      'Tous',
      'Médicaments',
      'Alimentation',
      'Matériel',
      'Promotions',
    ]);
    let ofFamilies = 0;
    for (const link of filters) {
      const href = leadsTo(link);
      const page = await customer.get(href);
      const chosen = page.dom.querySelector('#most-ordered .seg [aria-current]');
      expect(chosen?.text).toBe(link.text);
      const most = new URL(href, shop.url).searchParams.get('most');
      const wanted = ['meds', 'food', 'equipment'].find((family) => family === most);
      if (!wanted) continue;
      expect(new Set(skus(page).map((sku) => families.get(sku)))).toEqual(new Set([wanted]));
      ofFamilies += skus(page).length;
    }
    expect(ofFamilies).toBeGreaterThanOrEqual(skus(all).length);
  });

  it('ACC-01 the dashboard fetches the representative once a day', async () => {
    const customer = await vet();
    await customer.get('/fr/account');
    const before = shop.sandbox.erp.control.requests().length;
    await customer.get('/fr/account');
    const asked = shop.sandbox.erp.control.requests().slice(before);
    expect(asked.filter(({ path }) => path.includes('sales_person'))).toEqual([]);
  });

  it('DEG-01 failures to read settings, groups and representative are only logged', async () => {
    const persona = shop.sandbox.world.customers.find(
      (one) => one.veterinaryGroups.length === 0 && one.featured && one.canOrder,
    );
    const { control } = shop.sandbox.erp;
    for (const path of ['settings', 'veterinary_groups', 'customer/sales_person'])
      control.fault({ match: { path }, status: 500, body: 'ill', times: 20 });
    const known = shop.logs.length;
    // The first page after sign-in already shows the representative.
    const customer = await shop.customer(persona?.login ?? '');
    for (const path of ['/en/contact', '/en/vetgroup', '/en/account']) {
      const page = await customer.get(path);
      expect(page.status, path).toBe(200);
      expect(page.words('.notice'), path).not.toMatch(/unavailable|not available|try again/i);
    }
    const told = shop.logs.slice(known).map((line) => line['block'] ?? line['event']);
    expect(told).toEqual(
      expect.arrayContaining(['settings.unavailable', 'groups.unknown', 'sales person']),
    );
  });

  it('DEG-01 when the ERP is down, the dashboard says what is missing', async () => {
    const customer = await shop.customer('kempenhof@demo.example');
    shop.sandbox.erp.control.availability(false);
    const page = await customer.get('/fr/account');
    shop.sandbox.erp.control.availability(true);
    expect(page.status).toBe(200);
    expect(page.words()).toContain('n’est pas disponible');
  });
});

describe('sign-out', () => {
  it('AUTH-08 P-13 sign-out asks for confirmation, and a link alone never signs out', async () => {
    const customer = await vet();
    const page = await customer.get('/fr/account/sign-out');
    expect(page.status).toBe(200);
    expect((await customer.get('/fr')).words('header')).toContain('C10021');
    const left = await page.form('main form').submit();
    expect(left.status).toBe(200);
    expect((await customer.get('/fr')).words('header')).not.toContain('C10021');
  });
});
