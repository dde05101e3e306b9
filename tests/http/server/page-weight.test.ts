/** What pages weigh on a slow line. Bytes are the same on every machine: no clock is asked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleProduct } from '../../support/catalogue-world';
import { weigh, type PageWeight } from '../../support/page-weight';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Visitor } from '../../support/visitor';
import { newCart } from '../checkout/checkout-carts';

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

/** Header lines of a page and of a stylesheet, generously. */
const headBytes = 1_500;

/**
 * Seconds until the text can be read on a line of 50 kbit/s: connection, TLS and the page's first byte are a
 * round trip each; the stylesheet is asked for then and follows the page over the same line.
 */
function readableAfter({ html, css }: PageWeight, roundTripSeconds: number): number {
  const seconds = (bytes: number): number => (bytes * 8) / 50_000;
  const sheetAlone = roundTripSeconds + seconds(css + headBytes / 2);
  return 3 * roundTripSeconds + Math.max(sheetAlone, seconds(html + css + headBytes));
}

describe('the weight of a page', () => {
  it('P-77 by its bytes, a first page can be read within 6 s at 50 kbit/s and 800 ms, 10 s at 2 s', async () => {
    const pages = [
      await asVisitor('/fr'),
      await asVisitor('/fr/account/sign-in'),
      await asVisitor(product),
      await asCustomer(product),
      await asCustomer('/fr/cart'),
      await asCustomer('/fr/cart-confirm'),
    ];
    for (const page of pages) {
      expect(readableAfter(page, 0.8)).toBeLessThan(6);
      expect(readableAfter(page, 2)).toBeLessThan(10);
    }
  });

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

  it('P-76 a product page that is seen first is at most 17 kB for a visitor, 18.5 for a customer', async () => {
    const visitor = await asVisitor(product);
    const own = await asCustomer(product);
    expect(visitor.all).toBeLessThan(kilobytes(17));
    expect(own.all).toBeLessThan(kilobytes(18.5));
    for (const { requests } of [visitor, own]) expect(requests).toBeLessThanOrEqual(4);
  });

  it('P-76 a page without the sheet for lists shows nothing that needs it', async () => {
    const account = await customer.get('/fr/account');
    const [, lists = ''] = account.dom
      .querySelectorAll('link[rel=stylesheet]')
      .map((link) => link.getAttribute('href') ?? '');
    expect(lists).toContain('/lists-');
    const { text } = await customer.get(lists);
    const classes = [...new Set([...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name))];
    expect(classes).toContain('table-box');
    // Said of other things by the first sheet.
    const own = classes.filter(
      (name) =>
        !['num', 'd', 'n', 'btn', 'state', 'panel', 'fold', 'title', 'lines'].includes(name ?? ''),
    );
    const light = ['', '/cart', '/cart-confirm', '/news'];
    for (const path of [product, ...light.map((one) => `/fr${one}`)]) {
      for (const { dom } of [await customer.get(path), await shop.visitor().get(path)]) {
        if (dom.querySelectorAll('link[rel=stylesheet]').length > 1) continue;
        expect(dom.querySelector(own.map((name) => `.${name ?? ''}`).join())).toBeNull();
      }
    }
  });

  it('P-79 all scripts of the cart page are at most 10 kB, of account pages 90 kB', async () => {
    for (const [path, most] of [
      ['/fr/cart', 10],
      ['/fr/account', 90],
    ] as const) {
      const { script, later } = await asCustomer(path);
      expect(later.length).toBeGreaterThan(2);
      const all = later.reduce((total, { bytes }) => total + bytes, script);
      expect(all).toBeLessThan(kilobytes(most));
    }
  });

  it('P-79 a page that is only read runs a kilobyte and a quarter of script', async () => {
    expect((await asVisitor(product)).script).toBeLessThan(1_250);
    expect((await asCustomer(product)).script).toBeLessThan(1_250);
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
    const { files, later } = await asCustomer('/fr/cart');
    expect([files.length, later.length]).toEqual([3, 3]);
    for (const file of [...files, ...later.map(({ name }) => name)]) {
      const { headers } = await customer.get(file);
      expect(headers.get('cache-control')).toBe('public,max-age=31536000,immutable');
    }
    expect((await asCustomer('/fr/cart')).html).toBeLessThan(kilobytes(14));
  });
});
