import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import { leadsTo, type Page, type Visitor } from '../../support/visitor';
import { isOrdinary, sampleProduct } from '../../support/catalogue-world';
import { countAt } from '../../support/facets';

let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop({ products: 300 });
  vet = await shop.customer('vet@demo.example');
});
afterAll(() => shop.stop());

const total = (page: Page) => Number(/(\d[\d\s]*) produit/.exec(page.words('.head p'))?.[1] ?? -1);

describe('categories and promotions', () => {
  it('CAT-01 a category shows subcategories with counts, and each count matches its page', async () => {
    const page = await vet.get('/fr/c/medicaments');
    expect(page.words('h1')).toBe('Médicaments');
    const child = page.dom.querySelector('nav[aria-label="Sous-rayons"] a');
    const count = Number(child?.querySelector('span')?.text);
    const below = await vet.get(child?.getAttribute('href') ?? '');
    expect(total(below)).toBe(count);
    expect(below.words('.crumbs')).toContain('Médicaments');
    expect(total(below)).toBeLessThanOrEqual(total(page));
  });

  it('CAT-01 an old category key redirects with 301 to the current one, query included', async () => {
    for (const old of ['antibiotiques-de-groupe-5', 'cat/antibiotiques-de-groupe-5']) {
      const page = await vet.get(`/fr/c/${old}?sort=name_asc`, { follow: false });
      expect(page.status, old).toBe(301);
      expect(page.headers.get('location')).toBe(
        '/fr/c/medicaments/anti-infectieux/antibiotiques-de-groupe?sort=name_asc',
      );
    }
    const deep = await vet.get('/fr/c/medicaments/anti-infectieux/antibiotiques-de-groupe');
    expect(deep.words()).toContain('Poudres et solutions pour eau de boisson');
    expect(deep.dom.querySelectorAll('.crumbs a').map((link) => link.getAttribute('href'))).toEqual(
      ['/fr', '/fr/c/medicaments', '/fr/c/medicaments/anti-infectieux'],
    );
  });

  it('CAT-01 the menu shows the first departments in sequence, and they are fetched once', async () => {
    const top = [...shop.sandbox.world.documents('categories', 'nl')]
      .filter((one) => one['level'] === 0)
      .sort((a, b) => Number(a['sequence']) - Number(b['sequence']));
    shop.sandbox.search.clearRequests();
    for (const path of ['/nl/promotions', '/nl/consent', '/nl/news']) {
      const page = await vet.get(path);
      expect(page.dom.querySelectorAll('.mega a').map((link) => link.getAttribute('href'))).toEqual(
        top.map((one) => `/nl/c/${String(one['url_key'])}`),
      );
    }
    const asked = shop.sandbox.search.requests().filter(({ path }) => /^.categories_nl/.test(path));
    expect(asked.length).toBeLessThanOrEqual(1);
  });

  it('CAT-01 filters in a category find products of that category only', async () => {
    const page = await vet.get('/fr/c/medicaments');
    const species = page.dom.querySelector('.facet input[name=species]');
    const narrowed = await page
      .form('form.sheet')
      .fill({ species: species?.getAttribute('value') ?? '' })
      .submit({ name: 'apply', value: '' });
    expect(narrowed.url.pathname).toBe('/fr/c/medicaments');
    expect(total(narrowed)).toBe(countAt(species));
    expect(narrowed.dom.querySelector('meta[name=robots]')?.getAttribute('content')).toBe(
      'noindex',
    );
  });

  it('CAT-01 a category that is empty because of its filters says so, and offers to remove them', async () => {
    const page = await vet.get('/fr/c/medicaments?brand=99999999');
    expect(page.words('.empty')).toContain(
      'Aucun produit de ce rayon ne répond à tous ces filtres',
    );
    expect(page.words('.empty')).not.toContain('Aucun produit dans ce rayon');
    expect(page.dom.querySelector('.empty a')?.getAttribute('href')).toBe('/fr/c/medicaments');
  });

  it('CAT-01 a URL with only a key redirects to its category; an unknown key is a 404 page', async () => {
    const page = await vet.get('/fr/medicaments');
    expect(page.url.pathname).toBe('/fr/c/medicaments');
    const deep = await vet.get('/fr/medicaments/anti-infectieux');
    expect(deep.url.pathname).toBe('/fr/c/medicaments/anti-infectieux');
    const none = await vet.get('/fr/c/no-such-department');
    expect(none.status).toBe(404);
    expect(none.words()).toContain('404 - Page non trouvée');
  });

  it('PROM-01 promotions include those that end this month; special offers keep their sequence', async () => {
    const now = await vet.get('/fr/promotions');
    const ending = await vet.get('/fr/promotions?show=ending');
    expect(total(now)).toBeGreaterThan(total(ending));
    expect(total(ending)).toBeGreaterThan(0);
    // Promotions that end within this month.
    const [month = ''] = new Date().toISOString().slice(0, 7).split('T');
    const days = [...ending.words('main .sheet').matchAll(/jusqu’au (\d\d)\/(\d\d)\/(\d\d)\b/g)];
    expect(days.map(([, , inMonth, year]) => `20${year}-${inMonth}`)).toContain(month);
    const specials = await vet.get('/fr/promotions?show=specials');
    expect(total(specials)).toBeGreaterThan(0);
    // The tab stays selected when a filter is set.
    expect(specials.words('main .sheet')).toMatch(
      /(Offre spéciale|Mis en avant) jusqu’au \d\d\/\d\d\/\d\d(?!\d)/,
    );
    const filtered = await specials
      .form('form.sheet')
      .fill({ in_stock: '1' })
      .submit({ name: 'apply', value: '' });
    expect(filtered.url.searchParams.get('show')).toBe('specials');
  });

  it.each([
    ['/fr/c/medicaments?page=2', '/nl/c/geneesmiddelen?page=2'],
    ['/fr/c/medicaments?per_page=60&page=2', '/nl/c/geneesmiddelen?per_page=60&page=2'],
    ['/fr/promotions?show=specials', '/nl/promotions?show=specials'],
    ['/fr/promotions?sort=name_desc', '/nl/promotions'],
  ])(
    'I18N-03 the page %s has canonical and hreflang links for crawlers, in each language',
    async (path, dutch) => {
      const { dom } = await shop.visitor().get(path);
      const at = (link: string) => dom.querySelector(link)?.getAttribute('href');
      expect(at('link[rel=canonical]')).toBe(shop.url + path.replace('?sort=name_desc', ''));
      expect(at('link[hreflang=nl]')).toBe(shop.url + dutch);
      expect(at('link[hreflang=fr]')).toBe(at('link[rel=canonical]'));
    },
  );

  /** Products on all pages of the list: their number, and how many rows show an offer. */
  async function offersOn(
    visitor: Visitor,
    path: string,
  ): Promise<{ rows: number; offers: number }> {
    const found = { rows: 0, offers: 0 };
    for (let next: string | null = path; next !== null;) {
      const page = await visitor.get(next);
      for (const row of page.dom.querySelectorAll('main .row:has(.row-name)')) {
        found.rows += 1;
        const said = row.querySelectorAll('.next').map(({ text }) => text);
        if (said.some((text) => /promo −|gratuit/.test(text))) found.offers += 1;
      }
      const last = page.dom.querySelector('.pages > :last-child');
      next = last && !last.hasAttribute('aria-current') ? leadsTo(last) : null;
    }
    return found;
  }

  it('PROM-01 every product counted as promotion shows its offer on its row', async () => {
    const count = total(await vet.get('/fr/promotions'));
    expect(await offersOn(vet, '/fr/promotions')).toEqual({ rows: count, offers: count });
    const search = await vet.get('/fr/search');
    const box = search.dom.querySelector('.facet input[name=promotion]');
    expect(countAt(box)).toBe(count);
  });

  it.each([
    ['fr', 'seuls les produits que votre société nous livre', 'de consulter le catalogue'],
    ['nl', 'enkel de producten die uw onderneming ons levert', 'de catalogus raadplegen'],
    ['en', 'only the products that your company supplies', 'lets you browse the catalogue'],
  ])(
    'PROD-02 in %s a supplier and a student see why their lists differ',
    async (locale, ownProducts, noOrders) => {
      const supplier = await shop.customer('leverancier@demo.example');
      const student = await shop.customer('etudiant@demo.example');
      // Three lists: one with products for this customer, one without any, and one that is full for other customers.
      for (const path of ['search', 'search?q=amoxicilline', 'promotions', 'selection']) {
        const page = await supplier.get(`/${locale}/${path}`);
        expect(page.words()).toContain(ownProducts);
        expect(page.dom.querySelector('main .notice a')?.getAttribute('href')).toBe(
          `/${locale}/contact`,
        );
      }
      expect((await student.get(`/${locale}/search`)).words()).toContain(noOrders);
      const others = `${(await vet.get(`/${locale}/search`)).words()} ${(await shop.visitor().get(`/${locale}/search`)).words()}`;
      expect(others).not.toContain(ownProducts);
      expect(others).not.toContain(noOrders);
    },
  );

  it('PROD-02 SRCH-04 users of a supplier cannot reach products of other suppliers', async () => {
    // This supplier's company has no products in the sample world.
    const supplier = await shop.customer('leverancier@demo.example');
    const { sku, url_key: key } = sampleProduct(shop, (one) => isOrdinary(one) && one.main);
    const keys = (page: Page) =>
      page.dom
        .querySelectorAll('a[href*="/fr/p/"]')
        .map((link) => new URL(link.getAttribute('href') ?? '', shop.url).pathname);
    const address = `/fr/p/${key}?sku=${sku}`;
    // First load the pages as a customer who sees everything, so that the shared caches contain all products.
    for (const path of ['/fr', `/fr/autocomplete?q=${sku}`]) {
      expect(keys(await vet.get(path)), path).not.toEqual([]);
      expect(keys(await supplier.get(path)), path).toEqual([]);
    }
    expect((await vet.get(address)).status).toBe(200);
    expect((await supplier.get(address)).status).toBe(404);
    expect((await vet.get(`/fr/search?q=${sku}`)).url.pathname).toBe(`/fr/p/${key}`);
    expect((await supplier.get(`/fr/search?q=${sku}`)).url.pathname).toBe('/fr/search');
    const order = (await supplier.get('/fr/quick-order')).form('form.quick');
    const read = await order.fill({ paste: `${sku} 2` }).submit({ name: 'do', value: 'paste' });
    expect(read.words('#scan-lines')).toContain('Code inconnu');
  });

  it('PROM-01 a customer without supplier promotions sees special offers only', async () => {
    const groothandel = await shop.customer('groothandel@demo.example');
    const page = await groothandel.get('/fr/promotions');
    const specials = await groothandel.get('/fr/promotions?show=specials');
    expect(total(specials)).toBeGreaterThan(0);
    expect(total(page)).toBe(total(specials));
    expect(total(page)).toBeLessThan(total(await vet.get('/fr/promotions')));
    expect(page.words()).not.toMatch(/\d \+ \d gratuit/);
    const search = await groothandel.get('/fr/search');
    expect(search.dom.querySelectorAll('.facet input[name=species]').length).toBeGreaterThan(0);
    expect(search.dom.querySelector('.facet input[name=promotion]')).toBeNull();
    expect((await groothandel.get('/fr')).words()).not.toMatch(/\d \+ \d gratuit/);
  });

  it('PROM-01 the selection and Vet Efficiency pages require sign-in', async () => {
    for (const path of ['/fr/selection', '/fr/vetgroup']) {
      const visitor = await shop.visitor().get(path, { follow: false });
      expect(visitor.status).toBe(302);
      expect(decodeURIComponent(visitor.headers.get('location') ?? '')).toContain(path);
    }
    const selection = await vet.get('/fr/selection');
    expect(total(selection)).toBeGreaterThan(0);
    const groups = await vet.get('/fr/vetgroup');
    expect(groups.words('h1')).toBe('Vet Efficiency');
    expect(total(groups)).toBeGreaterThan(0);
  });

  it('PROM-01 the Vet Efficiency page of a customer without a veterinary group says so, without a query', async () => {
    const persona = shop.sandbox.world.customers.find(
      (one) => one.veterinaryGroups.length === 0 && one.featured,
    );
    const customer = await shop.customer(persona?.login ?? 'pharmacie@demo.example');
    const page = await customer.get('/fr/vetgroup');
    expect(page.status).toBe(200);
    expect(page.words()).toContain('Vous n’êtes dans aucun groupe vétérinaire');
  });

  it('CMS-08 the sitemap lists every category and product in all languages', async () => {
    const map = await shop.visitor().get('/sitemap.xml');
    expect(map.headers.get('content-type')).toContain('xml');
    expect(map.text).toContain(`<loc>${shop.url}/fr/c/medicaments</loc>`);
    expect(map.text.match(/<loc>[^<]*\/fr\/p\//g)?.length).toBe(300);
    expect(map.text).toContain(`hreflang="nl" href="${shop.url}/nl/c/geneesmiddelen"`);
    const robots = await shop.visitor().get('/robots.txt');
    expect(robots.text).toContain(`Sitemap: ${shop.url}/sitemap.xml`);
    expect(robots.text).toContain('Disallow: /*/account');
  });
});
