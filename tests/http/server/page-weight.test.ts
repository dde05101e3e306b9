/** Bytes of pages for slow connections. They are the same on every machine, so no time is measured. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleProduct } from '../../support/catalogue-world';
import { bytesBefore, weigh, type PageWeight } from '../../support/page-weight';
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

/** The TLS handshake with its certificate, and the response headers of a page. */
const handshakeBytes = 3_500;
const headBytes = 900;

/**
 * Seconds until a first page has arrived at 50 kbit/s: connection, TLS and first byte take a round trip each. The page
 * needs no style sheet. `npm run bench -- --part line` measures a browser on such a connection.
 */
function readableAfter({ html, css }: PageWeight, roundTripSeconds: number): number {
  expect(css).toBe(0);
  return 3 * roundTripSeconds + ((html + handshakeBytes + headBytes) * 8) / 50_000;
}

describe('the weight of a page', () => {
  it('P-77 a first page arrives within 5 s at 50 kbit/s with 800 ms latency, and within 9 s with 2 s latency', async () => {
    const pages = [
      await asVisitor('/fr'),
      await asVisitor('/fr/account/sign-in'),
      await asVisitor(product),
      await asCustomer(product),
      await asCustomer('/fr/cart'),
      await asCustomer('/fr/cart-confirm'),
    ];
    for (const page of pages) {
      expect(readableAfter(page, 0.8)).toBeLessThan(5);
      expect(readableAfter(page, 2)).toBeLessThan(9);
    }
  });

  it('P-77 the header of a first page is within its first 4.2 kB, the title of a product within 8.6 kB', async () => {
    for (const path of ['/fr', '/fr/cart', product, category, '/fr/search?q=chien']) {
      const [header = 0] = await bytesBefore(shop.visitor(), path, ['</header>']);
      expect(header, path).toBeLessThan(kilobytes(4.2));
    }
    const [title = 0] = await bytesBefore(shop.visitor(), product, ['</h1>']);
    expect(title).toBeLessThan(kilobytes(8.6));
  });

  it('P-76 first pages of a visit are at most 14 kB with inline styles, and load no style sheet', async () => {
    const pages = [
      await asVisitor('/fr'),
      await asVisitor('/fr/account/sign-in'),
      await asCustomer('/fr/cart'),
      await asCustomer('/fr/cart-confirm'),
    ];
    for (const page of pages) {
      expect(page.html).toBeLessThan(kilobytes(14));
      expect(page.files.filter((name) => name.endsWith('.css'))).toHaveLength(0);
    }
  });

  it('P-76 lists of twenty products are at most 30 kB of HTML, for guests and customers', async () => {
    for (const path of [category, '/fr/search?q=chien']) {
      expect((await asVisitor(path)).html).toBeLessThan(kilobytes(30));
      expect((await asCustomer(path)).html).toBeLessThan(kilobytes(30));
    }
  });

  it('P-76 P-38 fifty chosen filters at most double the size of a list', async () => {
    const lengthOf = async (query: string): Promise<number> =>
      (await shop.visitor().get(`/fr/search?q=chien${query}`)).text.length;
    const chosen = Array.from({ length: 50 }, (_, id) => `&brand=${id + 1}`).join('');
    expect(await lengthOf(chosen)).toBeLessThan(2 * (await lengthOf('')));
  });

  it('P-76 SRCH-06 a customer’s category has at most 23 elements a row, 3 per filter value, and 1,200 in all', async () => {
    const { dom } = await customer.get(category);
    const count = (selector: string): number => dom.querySelectorAll(selector).length;
    const rows = count('li.row');
    const values = count('.facet input[type=checkbox]');
    expect(rows).toBeGreaterThan(20);
    expect(values).toBeGreaterThan(50);
    expect(count('li.row *') / rows).toBeLessThan(23);
    expect(count('#filters *') / values).toBeLessThan(3);
    expect(count('*')).toBeLessThanOrEqual(1_200);
  });

  it('P-76 a product page as first page is at most 14 kB for a guest, 16 kB for a customer', async () => {
    const visitor = await asVisitor(product);
    const own = await asCustomer(product);
    expect(visitor.all).toBeLessThan(kilobytes(14));
    expect(own.all).toBeLessThan(kilobytes(16));
    for (const { requests } of [visitor, own]) expect(requests).toBeLessThanOrEqual(3);
  });

  it('P-76 a page has inline styles until the browser has the style sheet, and then links it', async () => {
    const visitor = shop.visitor();
    const first = await visitor.get(product);
    const [, sheet = ''] =
      /href="([^"]+)"/.exec(first.dom.querySelector('#later-sheet')?.innerHTML ?? '') ?? [];
    const sources = first.dom
      .querySelectorAll('style')
      .map((one) => createHash('sha256').update(one.innerHTML).digest('base64'))
      .map((digest) => `'sha256-${digest}'`);
    const policy = first.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`style-src 'self' ${sources.join(' ')};`);
    // The styles of the header, and those of the page before the main part.
    expect(sources).toHaveLength(2);
    expect(first.dom.querySelectorAll('link[rel=stylesheet]')).toHaveLength(0);
    // The same page for a second visitor, and again for this one: only the style sheet cookie says that it is cached.
    expect((await visitor.get(product)).dom.querySelectorAll('style')).toHaveLength(2);
    expect((await visitor.get(sheet)).headers.get('set-cookie')).toContain('HttpOnly');
    const second = await visitor.get(product);
    expect(second.dom.querySelector('link[rel=stylesheet]')?.getAttribute('href')).toBe(sheet);
    expect(second.dom.querySelectorAll('style, #later-sheet')).toHaveLength(0);
    expect(second.headers.get('content-security-policy')).toContain("style-src 'self';");
    // After a deploy with another style sheet, the cached one is useless.
    visitor.jar.setCookieSync('sheet=another', shop.url);
    expect((await visitor.get(product)).dom.querySelectorAll('style')).toHaveLength(2);
  });

  it('P-79 all scripts of the cart page, past searches included, are at most 10.45 kB, of account pages 90 kB', async () => {
    for (const [path, most] of [
      ['/fr/cart', 10.45],
      ['/fr/account', 90],
    ] as const) {
      const { script, later } = await asCustomer(path);
      expect(later.length).toBeGreaterThan(2);
      const all = later.reduce((total, { bytes }) => total + bytes, script);
      expect(all).toBeLessThan(kilobytes(most));
    }
  });

  it('P-79 a read-only page runs at most 1.56 kB of script', async () => {
    expect((await asVisitor(product)).script).toBeLessThanOrEqual(1_560);
    expect((await asCustomer(product)).script).toBeLessThanOrEqual(1_560);
  });

  it('P-76 the complete style sheet is at most 10.3 kB', async () => {
    expect((await asVisitor(product)).laterSheet).toBeGreaterThan(kilobytes(5));
    expect((await asVisitor(product)).laterSheet).toBeLessThan(kilobytes(10.3));
  });

  it('P-79 news and content pages run no shop script for guests; customers keep their cart queue', async () => {
    const news = await shop.visitor().get('/fr/news');
    const article = news.dom.querySelector('main a[href^="/fr/news/"]')?.getAttribute('href') ?? '';
    expect(article).not.toBe('');
    for (const path of ['/fr/news', article, '/fr/page/livraison']) {
      expect((await asVisitor(path)).scripts).toEqual([]);
    }
    expect((await asCustomer('/fr/news')).script).toBeGreaterThan(0);
  });

  it('P-80 a second view requests only the page: every file is cacheable for a year', async () => {
    const { files, later } = await asCustomer('/fr/cart');
    // The customer's islands with their texts, and suggestions with past searches.
    expect([files.length, later.length]).toEqual([2, 3]);
    for (const file of [...files, ...later.map(({ name }) => name)]) {
      const { headers } = await customer.get(file);
      expect(headers.get('cache-control')).toBe('public,max-age=31536000,immutable');
    }
    expect((await asCustomer('/fr/cart')).html).toBeLessThan(kilobytes(14));
  });
});
