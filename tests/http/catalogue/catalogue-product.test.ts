import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isOrdinary, sampleProduct } from '../../support/catalogue-world';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';

let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop({ products: 300 });
  vet = await shop.customer('vet@demo.example');
});
afterAll(() => shop.stop());

const StructuredData = z.object({ '@type': z.literal('Product'), sku: z.string() }).loose();
const structured = (page: Page) =>
  StructuredData.parse(
    JSON.parse(page.dom.querySelector('script[type="application/ld+json"]')?.text ?? 'null'),
  );

describe('a product page', () => {
  it('PROD-01 shows name, codes, stock, description and characteristics', async () => {
    const product = sampleProduct(shop, (one) => isOrdinary(one) && one.cnk_code !== null);
    const page = await vet.get(`/fr/p/${product.url_key}?sku=${product.sku}`);
    expect(page.status).toBe(200);
    expect(page.words('h1')).toBe(product.name.replace(/\s+/g, ' '));
    expect(page.words('.row-codes')).toContain(product.sku);
    expect(page.words('.row-codes')).toContain(product.cnk_code ?? '');
    expect(page.dom.querySelector('.buy .stock')).not.toBeNull();
    expect(page.dom.querySelector('.buy .net')).not.toBeNull();
    expect(page.words('#attributes')).toContain('Vente directe');
  });

  it.each([true, false])('PROD-01 says of a pack whether it is sold as such: %s', async (sold) => {
    const Packs = z.object({
      packaging_ids: z.array(
        z.object({ name: z.string(), is_unit: z.boolean(), can_be_sold: z.boolean() }),
      ),
    });
    const packOf = (product: unknown) =>
      Packs.safeParse(product).data?.packaging_ids.find(({ is_unit }) => !is_unit);
    const documents = shop.sandbox.world.documents('products', 'fr');
    const key = [...documents].flatMap((document) => {
      const address = z.object({ url_key: z.string(), sku: z.string() }).safeParse(document).data;
      return address && packOf(document)?.can_be_sold === sold ? [{ address, document }] : [];
    })[0];
    const name = packOf(key?.document)?.name ?? 'no such product';
    const page = await vet.get(`/fr/p/${key?.address.url_key}?sku=${key?.address.sku}`);
    expect(page.words()).toContain(name);
    const note = '(non vendu par emballage)';
    // "Box of 50" is not followed by "50 pieces".
    const [count = 'none'] = /\d+/.exec(name) ?? [];
    expect(page.words()).not.toContain(`${name} : ${count} unités`);
    if (sold) expect(page.words()).not.toContain(note);
    else expect(page.words()).toContain(note);
  });

  it('PROD-01 describes itself to search engines, which read as visitors, without a price', async () => {
    const product = sampleProduct(shop, isOrdinary);
    const page = await shop.visitor().get(`/fr/p/${product.url_key}?sku=${product.sku}`);
    expect(
      page.dom.querySelector('meta[name=description]')?.getAttribute('content')?.length,
    ).toBeLessThanOrEqual(255);
    const data = structured(page);
    expect(data.sku).toBe(product.sku);
    expect(data).not.toHaveProperty('offers');
  });

  it('PROD-01 the values of each axis are links to the variants', async () => {
    const product = sampleProduct(
      shop,
      (one) => isOrdinary(one) && one.main && one.variant_count > 2,
    );
    const page = await vet.get(`/fr/p/${product.url_key}`);
    const others = page.dom.querySelectorAll('.axis-set a.opt:not([aria-current])');
    expect(others.length).toBeGreaterThan(0);
    const other = others[0];
    const next = await vet.get((other?.getAttribute('href') ?? '').replaceAll('&amp;', '&'));
    expect(next.status).toBe(200);
    expect(
      next.dom.querySelectorAll('.axis-set a[aria-current]').map((value) => value.text.trim()),
    ).toContain(other?.text.trim());
    expect(next.words('h1')).not.toBe(page.words('h1'));
  });

  it('PROD-01 an old key answers 301 to the present one, a trailing slash 308', async () => {
    const product = sampleProduct(shop, (one) => one.redirect_url_key.length > 0);
    const old = await vet.get(`/fr/p/${product.redirect_url_key[0] ?? ''}?sku=x`, {
      follow: false,
    });
    expect(old.status).toBe(301);
    expect(old.headers.get('location')).toBe(`/fr/p/${product.url_key}?sku=x`);
    const slash = await vet.get(`/fr/p/${product.url_key}/`, { follow: false });
    expect(slash.status).toBe(308);
    expect(slash.headers.get('location')).toBe(`/fr/p/${product.url_key}`);
  });

  it('PROD-02 on quotation only: no cart button, and it says so', async () => {
    const product = sampleProduct(shop, (one) => one.order_mode === 'quotation');
    const page = await vet.get(`/fr/p/${product.url_key}?sku=${product.sku}`);
    expect(page.dom.querySelector('.buy input[name^="q."]')).toBeNull();
    expect(page.words('.buy')).toContain('ne se commande que sur devis');
  });

  it('PROD-02 made to order can be ordered and warns that there is no way back', async () => {
    const product = sampleProduct(
      shop,
      (one) => one.order_mode === 'bought_sold' && !one.not_sold_on_website,
    );
    const page = await vet.get(`/fr/p/${product.url_key}?sku=${product.sku}`);
    expect(page.words('.buy')).toContain('Ni annulation, ni retour, ni échange');
    expect(page.dom.querySelector('.buy input[name^="q."]')).not.toBeNull();
  });

  it('PROD-02 not sold on the website: shown, not orderable', async () => {
    const product = sampleProduct(shop, (one) => one.not_sold_on_website);
    const page = await vet.get(`/fr/p/${product.url_key}?sku=${product.sku}`);
    expect(page.status).toBe(200);
    expect(page.dom.querySelector('.buy input[name^="q."]')).toBeNull();
    expect(page.words('.buy')).toContain('ne se commande pas en ligne');
  });

  it('PROD-03 the quantity typed goes into the cart, and the page says how many there are', async () => {
    const product = sampleProduct(shop, isOrdinary);
    const page = await vet.get(`/fr/p/${product.url_key}?sku=${product.sku}`);
    const done = await page
      .form('.buy form')
      .fill({ [`q.${product.id}`]: '4' })
      .submit({ name: 'add', value: String(product.id) });
    expect(done.url.pathname).toBe(`/fr/p/${product.url_key}`);
    expect(done.words('.buy .incart')).toBe('4 déjà au panier');
  });

  it('PROD-01 substitutes stand below as an order sheet of their own', async () => {
    const product = sampleProduct(shop, (one) => one.links.substitute.length > 0);
    const page = await vet.get(`/fr/p/${product.url_key}?sku=${product.sku}`);
    expect(page.dom.querySelectorAll('#substitutes .row').length).toBeGreaterThan(0);
    expect(page.dom.querySelector('#substitutes input[name=tx]')).not.toBeNull();
  });

  it('I18N-02 other languages are named by their own keys', async () => {
    const product = sampleProduct(shop, (one) => one.url_key_locales['nl_BE'] !== undefined);
    const page = await shop.visitor().get(`/fr/p/${product.url_key}`);
    const dutch = page.dom.querySelector('link[rel=alternate][hreflang=nl]')?.getAttribute('href');
    expect(dutch).toBe(`${shop.url}/nl/p/${product.url_key_locales['nl_BE'] ?? ''}`);
    const bare = await vet.get(`/nl/${product.url_key_locales['nl_BE'] ?? ''}`);
    expect(bare.url.pathname).toBe(`/nl/p/${product.url_key_locales['nl_BE'] ?? ''}`);
    expect(bare.status).toBe(200);
  });

  it('SHELL-02 a product that never was is a 404', async () => {
    expect((await vet.get('/fr/p/no-such-product')).status).toBe(404);
  });
});
