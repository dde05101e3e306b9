/**
 * Content from the ERP, the index or a visitor runs no script, redirects nowhere and does not break out of its element.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWorld } from '../../../sandbox/seed/create-world';
import { hostileText } from '../../support/hostile-markup';
import { hostilePage, keywords, marker, poisonedWorld } from '../../support/hostile-world';
import { faultsInMarkup, faultsInPage } from '../../support/inert';
import { sampleProduct } from '../../support/catalogue-world';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { newCart } from '../checkout/checkout-carts';

const login = 'vet@demo.example';
let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  const world = createWorld({ mediaBase: 'http://127.0.0.1:9/media', products: 200 });
  shop = await startTestShop({ sandbox: { world: poisonedWorld(world) } });
  vet = await shop.customer(login);
});
afterAll(() => shop.stop());
beforeEach(() => shop.sandbox.erp.control.clearFaults());

function expectInert(page: Page): void {
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy, page.url.href).toMatch(
    /default-src 'none';( script-src '(self'|nonce-[\w-]{20,}' 'strict-dynamic');)? /,
  );
  expect(faultsInPage(page.text, policy), page.url.href).toEqual([]);
}

/** The part with ERP markup exists and contains only allowed markup. */
function expectCleaned(page: Page): void {
  expectInert(page);
  const slots = page.dom
    .querySelectorAll('.prose, .strip div, [class*=strip] div')
    .filter((slot) => slot.innerHTML.startsWith(marker));
  expect(slots.length, page.url.href).toBeGreaterThan(0);
  for (const slot of slots) expect(faultsInMarkup(slot.innerHTML)).toEqual([]);
}

const product = () => sampleProduct(shop, ({ main }) => main);

describe('markup from the ERP', () => {
  it('P-24 markup from the ERP is sanitised in product and category descriptions and in banners', async () => {
    const category = [...shop.sandbox.world.documents('categories', 'fr')][0];
    for (const visitor of [shop.visitor(), vet]) {
      expectCleaned(await visitor.get(`/fr/p/${product().url_key}`));
      expectCleaned(await visitor.get(`/fr/c/${String(category?.['url_key'])}`));
      expectCleaned(await visitor.get('/fr'));
    }
  });

  it('P-24 markup from the ERP is sanitised in news, content pages and the note of an order', async () => {
    for (const type of ['news', 'page']) {
      const body = {
        data: [
          {
            id: 1,
            lang: 'fr',
            url: `fr/${type}/x`,
            data: { title: `T ${hostileText}`, foreword: hostileText, content: hostilePage },
          },
        ],
      };
      shop.sandbox.erp.control.clearFaults();
      shop.sandbox.erp.control.fault({ match: { path: 'cms/content' }, status: 200, body });
      await shop.restart();
      expectCleaned(await shop.visitor().get(`/fr/${type}/x`));
    }
    const { uuid } = newCart(shop, login);
    shop.sandbox.erp.control.replaceCart(uuid, 'ordered');
    const list = await vet.get('/fr/account/sales');
    const href = list.dom.querySelector('main tbody th a')?.getAttribute('href') ?? '';
    const id = Number(href.split('/').pop());
    shop.sandbox.erp.control.fault({
      match: { path: `sales/${id}` },
      status: 200,
      body: {
        id,
        name: `S1 ${hostileText}`,
        typology: 'sale',
        state: 'processing',
        note: hostilePage,
        lines: [{ id: 1, product_id: 1, qty: 3, name: hostileText }],
      },
    });
    expectCleaned(await vet.get(href));
  });

  it('P-24 markup in a query parameter is escaped or sanitised too', async () => {
    const query = encodeURIComponent(hostilePage.slice(0, 6_000));
    const page = await vet.get(`/fr/cart-validated?status=pending&pending_message=${query}`);
    expectInert(page);
  });
});

describe('text that tries to break out of its context', () => {
  it('P-26 a product text that tries to break out is complete in title, meta and structured data of its product', async () => {
    const { url_key: key, name } = product();
    const page = await shop.visitor().get(`/fr/p/${key}`);
    expectInert(page);
    expect(page.text).not.toContain('</script><script>__hit');
    const data = page.dom.querySelector('script[type="application/ld+json"]')?.innerHTML ?? '';
    expect(JSON.parse(data)).toMatchObject({ '@type': 'Product', name: name.trim() });
    expect(page.text.match(/<title/g)).toHaveLength(1);
    expect(page.text.match(/<meta name="description"/g)).toHaveLength(1);
    expect(page.dom.querySelector('title')?.text).toContain('</title>');
  });

  it('P-26 PROD-01 CAT-01 keywords of the index are the meta keywords of a product or category page', async () => {
    const category = [...shop.sandbox.world.documents('categories', 'fr')][0];
    for (const path of [`/fr/p/${product().url_key}`, `/fr/c/${String(category?.['url_key'])}`]) {
      const { dom } = await shop.visitor().get(path);
      const found = dom.querySelectorAll('meta[name=keywords]');
      expect(found, path).toHaveLength(1);
      expect(found[0]?.getAttribute('content'), path).toContain(keywords);
    }
  });

  it('P-26 a text that tries to break out is complete on every other page that names the product, and in user input', async () => {
    const typed = encodeURIComponent(hostileText);
    const open = [
      '/fr/search?q=gants',
      `/fr/search?q=${typed}`,
      '/fr/autocomplete?q=gants',
      `/fr/${typed}`,
      `/fr/p/${typed}`,
      '/fr/promotions',
    ];
    const own = ['/fr/account', `/fr/account/sales?no=${typed}&channel=${typed}`];
    for (const path of open) expectInert(await shop.visitor().get(path));
    for (const path of [...open, ...own]) expectInert(await vet.get(path));
  });
});

describe('links from the ERP', () => {
  it('P-30 links from the ERP with unsafe schemes are removed; external links get rel=noopener', async () => {
    for (const path of [`/fr/p/${product().url_key}`, '/fr']) {
      const page = await vet.get(path);
      for (const link of page.dom.querySelectorAll('a[href]')) {
        const href = link.getAttribute('href') ?? '';
        expect(href).toMatch(/^(\/(?!\/)|#|https?:\/\/|mailto:|tel:)/);
        if (/^https?:/.test(href)) expect(link.getAttribute('rel'), href).toContain('noopener');
      }
    }
  });
});
