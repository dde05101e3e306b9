/** What pages weigh on a slow line. Bytes are the same on every machine: no clock is asked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleProduct } from '../support/catalogue-world';
import { weigh, type PageWeight } from '../support/page-weight';
import { startTestShop, type TestShop } from '../support/shop';
import type { Visitor } from '../support/visitor';
import { newCart } from './checkout-carts';

const login = 'vet@demo.example';
const kilobytes = (count: number) => count * 1000;

let shop: TestShop;
let customer: Visitor;
let product: string;
let category: string;
beforeAll(async () => {
  shop = await startTestShop({
    settings: { AUTH_MODE: 'credentials' },
    sandbox: { authMode: 'credentials' },
  });
  const { world } = shop.sandbox;
  await shop.sandbox.search.ready;
  const wide = sampleProduct(shop, (one) => one.main && one.variant_count > 2);
  product = `/fr/p/${wide.url_key}`;
  const top = [...world.documents('categories', 'fr')].find((one) => one['level'] === 0);
  category = `/fr/c/${String(top?.['url_key'])}`;
  customer = shop.visitor();
  const form = (await customer.get('/fr/account/sign-in')).form('form[data-sign-in]');
  const password = world.customers.find((one) => one.login === login)?.password ?? '';
  await form.fill({ login, password }).submit();
  newCart(shop, login);
});
afterAll(() => shop.stop());

const asVisitor = (path: string): Promise<PageWeight> => weigh(shop.visitor(), path);
const asCustomer = (path: string): Promise<PageWeight> => weigh(customer, path);

describe('the weight of a page', () => {
  it('P-76 the first pages of a visit are at most 14 kB of HTML, with one style sheet', async () => {
    const pages = [
      await asVisitor('/fr'),
      await asVisitor('/fr/account/sign-in'),
      await asCustomer('/fr/cart'),
      await asCustomer('/fr/cart-confirm'),
    ];
    for (const page of pages) {
      expect(page.html).toBeLessThan(kilobytes(14));
      expect(page.files.filter((name) => name.endsWith('.css'))).toHaveLength(1);
    }
  });

  it('P-76 lists of twenty products are at most 30 kB of HTML, for visitors and customers', async () => {
    for (const path of [category, '/fr/search?q=chien']) {
      expect((await asVisitor(path)).html).toBeLessThan(kilobytes(30));
      expect((await asCustomer(path)).html).toBeLessThan(kilobytes(30));
    }
  });

  it('P-76 a product page with all its files is at most 20 kB for a visitor who comes first', async () => {
    const page = await asVisitor(product);
    expect(page.all).toBeLessThan(kilobytes(20));
    expect(page.requests).toBeLessThanOrEqual(5);
  });

  it('P-76 a page without the sheet for tables shows nothing that needs it', async () => {
    const account = await customer.get('/fr/account');
    const [, records = ''] = account.dom
      .querySelectorAll('link[rel=stylesheet]')
      .map((link) => link.getAttribute('href') ?? '');
    expect(records).toContain('/records-');
    const { text } = await customer.get(records);
    const classes = [...new Set([...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name))];
    expect(classes).toContain('table-box');
    // Said of a table's cell or of a chart's line, and of other things by the first sheet.
    const own = classes.filter((name) => !['num', 'd', 'btn', 'state'].includes(name ?? ''));
    const light = ['', '/search?q=chien', '/promotions', '/cart', '/cart-confirm', '/news'];
    for (const path of [product, category, ...light.map((one) => `/fr${one}`)]) {
      for (const { dom } of [await customer.get(path), await shop.visitor().get(path)]) {
        if (dom.querySelectorAll('link[rel=stylesheet]').length > 1) continue;
        expect(dom.querySelector(own.map((name) => `.${name ?? ''}`).join())).toBeNull();
      }
    }
  });

  it('P-79 all scripts of the cart page are at most 10 kB, of account pages 90 kB', async () => {
    expect((await asCustomer('/fr/cart')).script).toBeLessThan(kilobytes(10));
    expect((await asCustomer('/fr/account')).script).toBeLessThan(kilobytes(90));
  });

  it('P-79 news and pages run no script of the shop for visitors, and customers keep their queue', async () => {
    const news = await shop.visitor().get('/fr/news');
    const article = news.dom.querySelector('main a[href^="/fr/news/"]')?.getAttribute('href') ?? '';
    expect(article).not.toBe('');
    for (const path of ['/fr/news', article, '/fr/page/livraison']) {
      expect((await asVisitor(path)).scripts).toEqual([]);
    }
    expect((await asCustomer('/fr/news')).script).toBeGreaterThan(0);
  });

  it('P-80 a second view asks for the page alone: every file is kept for a year', async () => {
    const { files } = await asCustomer('/fr/cart');
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const { headers } = await customer.get(file);
      expect(headers.get('cache-control')).toBe('public,max-age=31536000,immutable');
    }
    expect((await asCustomer('/fr/cart')).html).toBeLessThan(kilobytes(14));
  });
});
