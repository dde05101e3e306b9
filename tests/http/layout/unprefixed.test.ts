import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleProduct } from '../../support/catalogue-world';
import { startTestShop, type TestShop } from '../../support/shop';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ products: 60 });
});
afterAll(() => shop.stop());

const dutch = { headers: { 'accept-language': 'nl-BE,nl;q=0.9,fr;q=0.5' }, follow: false };

describe('I18N-01 an address without locale', () => {
  it.each([
    ['/', '/nl'],
    ['/search?q=kat', '/nl/search?q=kat'],
    ['/p/canicol-comprime', '/nl/p/canicol-comprime'],
    ['/c/medicaments/chiens?page=2', '/nl/c/medicaments/chiens?page=2'],
    ['/c/search', '/nl/c/search'],
    ['/cart', '/nl/cart'],
    ['/account', '/nl/account'],
    ['/account/sales/1200', '/nl/account/sales/1200'],
    ['/account/oidc-redirect', '/nl/account/oidc-redirect'],
    ['/news', '/nl/news'],
    ['/vetgroup', '/nl/vetgroup'],
    ['/contact', '/nl/contact'],
    ['/foo/bar', '/nl/foo/bar'],
    ['/en-GB/news', '/en/news'],
    ['/de/search?q=katze', '/nl/search?q=katze'],
  ])('a URL without locale redirects %s to %s by the browser’s languages', async (path, to) => {
    const page = await shop.visitor().get(path, dutch);
    expect(page.status).toBe(302);
    expect(page.headers.get('location')).toBe(to);
    expect(page.headers.get('vary')).toMatch(/cookie, accept-language/i);
    expect(page.headers.get('cache-control')).not.toMatch(/public/);
  });

  it('a URL with an uppercase locale redirects to the lowercase one', async () => {
    const page = await shop.visitor().get('/FR/search?q=kat', dutch);
    expect(page.status).toBe(308);
    expect(page.headers.get('location')).toBe('/fr/search?q=kat');
  });

  it('a URL without locale uses the language opened last, and French as the fallback', async () => {
    const visitor = shop.visitor();
    // Opened directly, as from a bookmark.
    await visitor.get('/en/consent', { headers: dutch.headers });
    const chosen = await visitor.get('/search?q=kat', dutch);
    expect(chosen.headers.get('location')).toBe('/en/search?q=kat');
    const german = { headers: { 'accept-language': 'de,ja' }, follow: false };
    const last = await shop.visitor().get('/promotions', german);
    expect(last.headers.get('location')).toBe('/fr/promotions');
  });

  it.each([
    ['de-DE,de;q=0.9,en;q=0.8,nl;q=0.7', 'en'],
    ['es, nl-NL;q=0.2', 'nl'],
    ['nl;q=0.1,en;q=0.9', 'en'],
    ['nl;q=0, en;q=0.3', 'en'],
    ['*', 'fr'],
    ['zz-,;q=,nl', 'nl'],
  ])(
    'a URL without locale uses the first language of the browser that the shop has: %s',
    async (header, locale) => {
      const asked = { headers: { 'accept-language': header }, follow: false };
      const page = await shop.visitor().get('/promotions', asked);
      expect(page.headers.get('location')).toBe(`/${locale}/promotions`);
    },
  );

  it('a post or a file path without locale gets 404 in the visitor’s language', async () => {
    const posted = await shop.visitor().post('/cart', { x: '1' }, dutch);
    expect(posted.status).toBeGreaterThanOrEqual(400);
    const file = await shop.visitor().get('/wp-login.php', dutch);
    expect(file.status).toBe(404);
    expect(file.dom.querySelector('html')?.getAttribute('lang')).toBe('nl-BE');
    const languages = file.dom.querySelectorAll('.lang a').map((a) => a.getAttribute('href'));
    expect(languages).toEqual(['/fr', '/nl', '/en']);
  });
});

describe('I18N-02 a key of another language', () => {
  const differs = () =>
    sampleProduct(shop, (one) => (one.url_key_locales['nl_BE'] ?? one.url_key) !== one.url_key);

  it('a URL key of another language redirects to the key of the prefix’s language, query included: product, bare key, category, page', async () => {
    const product = differs();
    const own = product.url_key_locales['nl_BE'] ?? '';
    const there = await shop.visitor().get(`/nl/p/${product.url_key}?sku=${product.sku}`);
    expect(there.status).toBe(200);
    expect(there.url.pathname + there.url.search).toBe(`/nl/p/${own}?sku=${product.sku}`);
    const bare = await shop.visitor().get(`/nl/${product.url_key}`);
    expect(bare.url.pathname).toBe(`/nl/p/${own}`);
    const category = await shop.visitor().get('/nl/c/medicaments?sort=name_asc');
    expect(category.status).toBe(200);
    expect(category.url.pathname + category.url.search).toBe('/nl/c/geneesmiddelen?sort=name_asc');
    const privacy = await shop.visitor().get('/nl/page/vie-privee');
    expect(privacy.status).toBe(200);
    expect(privacy.url.pathname).toBe('/nl/page/privacy');
  });

  it('a product key below /c, a category key below /p, and an unknown key are 404', async () => {
    expect((await shop.visitor().get('/nl/p/medicaments')).status).toBe(404);
    expect((await shop.visitor().get(`/nl/c/${differs().url_key}`)).status).toBe(404);
    expect((await shop.visitor().get('/nl/p/never-was')).status).toBe(404);
    expect((await shop.visitor().get('/nl/page/never-was')).status).toBe(404);
  });

  it('P-89 an uppercase URL key redirects to its page, and is rejected if it does not exist', async () => {
    const { url_key: key, sku } = sampleProduct(shop, (one) => !one.main);
    const visitor = shop.visitor();
    for (const [path, to] of [
      [`/fr/P/${key.toUpperCase()}?sku=${sku}`, `/fr/p/${key}?sku=${sku}`],
      ['/fr/c/MEDICAMENTS?page=2', '/fr/c/medicaments?page=2'],
      ['/FR/PAGE/Livraison', '/fr/page/livraison'],
    ] as const) {
      const { status, url } = await visitor.get(path);
      expect([status, url.pathname + url.search]).toEqual([200, to]);
    }
    for (const path of ['/fr/p/NEVER-%C3%89T%C3%89', '/fr/news/NEVER%20WAS%25'])
      expect((await visitor.get(path)).status).toBeOneOf([400, 404]);
  });

  it('the language switch uses the URL key of the other language, with variant and filters', async () => {
    const product = differs();
    const page = await shop.visitor().get(`/fr/p/${product.url_key}?sku=${product.sku}`);
    const nl = (dom: typeof page.dom) =>
      dom.querySelector('.lang a[lang=nl]')?.getAttribute('href');
    expect(nl(page.dom)).toBe(`/nl/p/${product.url_key_locales['nl_BE'] ?? ''}?sku=${product.sku}`);
    const list = await shop
      .visitor()
      .get('/fr/c/medicaments?species=101&sort=name_desc&per_page=60');
    expect(nl(list.dom)).toBe('/nl/c/geneesmiddelen?species=101&sort=name_desc&per_page=60');
  });
});
