/** The in-memory cache of guest pages: nothing of one visitor reaches another, and a cached page is rendered once. */
import { request as send, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOrdinary, sampleProduct } from '../../support/catalogue-world';
import { startTestShop, type TestShop } from '../../support/shop';

let shop: TestShop;
let product: string;
let department: string;
/** Ten in the morning, so that no day ends while pages expire. */
let now = Date.parse('2026-11-18T09:00:00Z');
/** Advances the clock so that every cached page expires. */
const grow = (): void => void (now += 61_000);

beforeAll(async () => {
  shop = await startTestShop({
    products: 120,
    clock: { now: () => new Date(now) },
    tuning: {
      upstream: { neverOpens: true },
      shedding: { lagMs: () => 0, waiting: () => 0 },
      pageCache: {},
    },
  });
  product = `/fr/p/${sampleProduct(shop, isOrdinary).url_key}`;
  const categories = [...shop.sandbox.world.documents('categories', 'fr')];
  department = `/fr/c/${String(categories.find((one) => one['level'] === 0)?.['url_key'])}`;
});
afterAll(() => shop.stop());
beforeEach(grow);

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends the headers exactly as given; fetch would drop some of them. */
const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = send(shop.url + path, { agent: false, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const body = Buffer.concat(chunks);
        const packed = response.headers['content-encoding'] === 'br';
        const text = (packed ? brotliDecompressSync(body) : body).toString();
        resolve({ status: response.statusCode, headers: response.headers, text });
      });
    });
    sent.once('error', reject);
    sent.end();
  });

const isKept = ({ headers }: Answer): boolean => headers['age'] !== undefined;

const mark = 'poison7';
const poisons: readonly Readonly<Record<string, string>>[] = [
  { accept: `text/html;${mark}` },
  { 'accept-language': `nl-${mark}, nl` },
  { 'accept-charset': mark },
  { authorization: `Bearer ${mark}` },
  { 'cache-control': `no-cache, ${mark}` },
  { pragma: mark },
  { 'content-type': mark },
  { date: mark },
  { dnt: '1' },
  { expect: mark },
  { forwarded: `for=1.2.3.4;host=${mark}` },
  { from: mark },
  { 'if-modified-since': 'Wed, 18 Nov 2026 09:00:00 GMT' },
  { 'if-none-match': `"${mark}"` },
  { origin: `https://${mark}.example` },
  { prefer: mark },
  { range: 'bytes=0-9' },
  { referer: `https://${mark}.example/` },
  { 'sec-fetch-dest': mark },
  { 'sec-fetch-mode': mark },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-purpose': 'prefetch' },
  { te: 'trailers' },
  { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  { 'user-agent': mark },
  { via: mark },
  { 'x-cart-sync': '1' },
  { 'x-forwarded-for': mark },
  { 'x-forwarded-host': `${mark}.example` },
  { 'x-forwarded-port': '1' },
  { 'x-forwarded-proto': mark },
  { 'x-forwarded-prefix': `/${mark}` },
  { 'x-http-method-override': 'POST' },
  { 'x-original-url': `/${mark}` },
  { 'x-rewrite-url': `/${mark}` },
  { 'x-host': mark },
  { 'x-remix-data': mark },
  { 'x-request-id': `${mark}-12345678` },
  { 'x-requested-with': mark },
  { 'x-scan': '1' },
  ...[
    'sid',
    '__Host-Http-sid',
    'browser',
    'consent',
    'known',
    'notice',
    'banners',
    'tx',
    'sheet',
    'locale',
    'nonsense',
  ].map((name) => ({ cookie: `${name}=${mark}` })),
  { cookie: 'locale=nl' },
  { cookie: 'consent=yes' },
  { cookie: `locale=fr; sid=${mark}; sheet=x` },
];

describe('the cache of guest pages', () => {
  it('P-27 P-89 the guest page cache stores nothing that depends on a header or cookie of one request', async () => {
    const plain = await get(product);
    expect(plain.status).toBe(200);
    expect(isKept(await get(product))).toBe(true);
    for (const headers of poisons) {
      grow();
      const named = JSON.stringify(headers);
      await get(product, headers);
      const next = await get(product);
      expect(next.status, named).toBe(200);
      expect(next.text, named).toBe(plain.text);
      expect(JSON.stringify(next.headers), named).not.toContain(mark);
      expect(next.headers['set-cookie'], named).toBeUndefined();
      expect(next.headers['content-security-policy'], named).toBe(
        plain.headers['content-security-policy'],
      );
    }
  });

  it('P-27 the guest page cache never stores a customer’s page, and never serves a customer', async () => {
    const customer = await shop.customer('vet@demo.example');
    const cookie = await customer.jar.getCookieString(shop.url);
    const own = await get(product, { cookie });
    expect(own.headers['cache-control']).toBe('private, no-store');
    const guest = await get(product);
    expect(isKept(guest)).toBe(false);
    expect(guest.text).not.toContain('data-known');
    expect(isKept(await get(product))).toBe(true);
    const again = await get(product, { cookie });
    expect(isKept(again)).toBe(false);
    expect(again.headers['cache-control']).toBe('private, no-store');
    expect(again.text.length).toBeGreaterThan(guest.text.length);
  });

  it('P-23 the guest page cache stores no token, nonce or reference, and adds those of each request', async () => {
    for (const path of [
      product,
      department,
      '/fr',
      '/nl',
      '/fr/promotions',
      '/fr/news',
      '/fr/page/livraison',
    ]) {
      const first = await get(path, { 'accept-encoding': 'br' });
      const second = await get(path, { 'accept-encoding': 'br' });
      expect(isKept(first)).toBe(false);
      expect(isKept(second), path).toBe(true);
      expect(second.text).toBe(first.text);
      expect(second.text).not.toMatch(/ nonce=|name="tx"/);
      expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
      const without = ({ headers: { age: _age, date: _date, ...headers } }: Answer) => ({
        ...headers,
        'x-request-id': '',
        'content-length': '',
      });
      expect(without(second)).toEqual(without(first));
      expect(second.headers['content-security-policy']).not.toContain('nonce-');
      const line = () =>
        shop.logs.find((one) => one['reference'] === second.headers['x-request-id']);
      await expect.poll(line).toMatchObject({ event: 'request.answered', path, status: 200 });
    }
  });

  it('P-18 P-89 the guest page cache is used only after the checks of host and canonical URL', async () => {
    await get(product);
    expect(isKept(await get(product))).toBe(true);
    expect((await get(product, { host: 'elsewhere.example' })).status).toBe(421);
    expect((await get(product.replace('/p/', '/%70/'))).status).toBe(308);
  });

  it('P-27 P-89 the lifetime of a cached page is not extended when the clock is set back by an hour', async () => {
    await get(product);
    now -= 3_600_000;
    expect(isKept(await get(product))).toBe(false);
    expect((await get(product)).headers['age']).toBe('0');
  });

  it('P-89 the guest page cache separates lists without pictures, for Save-Data, from those with pictures', async () => {
    const pictures = ({ text }: Answer): number => text.match(/<img class="row-pic"/g)?.length ?? 0;
    for (const first of ['on', 'ON;q=1', undefined]) {
      grow();
      const given = [first, 'on', 'off', undefined];
      for (const word of given) {
        const page = await get(department, word === undefined ? {} : { 'save-data': word });
        expect(page.headers['vary']).toContain('Save-Data');
        if (word === undefined || word === 'off') expect(pictures(page)).toBeGreaterThan(5);
        else {
          expect(pictures(page)).toBe(0);
          expect(page.text).toContain('<span class="row-pic"></span>');
        }
      }
    }
    // The picture of the product itself is shown.
    expect((await get(product, { 'save-data': 'on' })).text).toContain('<img');
  });

  it('P-59 a guest page is rendered once for fifty parallel requests, and again after a minute', async () => {
    const questions = async (visits: number): Promise<number> => {
      shop.sandbox.search.clearRequests();
      const answers = await Promise.all(Array.from({ length: visits }, () => get(department)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      // Count the searches for the list's rows; data with a longer lifetime is refreshed at other times.
      const asked = shop.sandbox.search.requests().map((one) => JSON.stringify(one));
      return asked.filter((one) => one.includes('"images.small"')).length;
    };
    await questions(1);
    grow();
    const one = await questions(1);
    expect(one).toBe(1);
    expect(await questions(50)).toBe(0);
    grow();
    expect(await questions(50)).toBe(one);
  });

  it('P-59 the guest page cache stores no error pages, and does not share them between requests', async () => {
    const unknown = '/fr/p/no-such-product-here';
    for (const answer of await Promise.all([get(unknown), get(unknown), get(unknown)])) {
      expect(answer.status).toBe(404);
      expect(isKept(answer)).toBe(false);
    }
  });

  it('P-59 SRCH-01 the guest page cache stores pages of searches with hits, and never of one that found nothing', async () => {
    const [word = ''] = sampleProduct(shop, isOrdinary).name.split(' ');
    const found = `/fr/search?q=${encodeURIComponent(word)}`;
    expect(isKept(await get(found))).toBe(false);
    const second = await get(found);
    expect(second.text).toContain(word);
    expect(isKept(second)).toBe(true);
    expect(isKept(await get(`${found}&page=2`)), 'another page').toBe(false);
    const missed = '/fr/search?q=qzxvwkjq';
    for (const answer of [await get(missed), await get(missed)]) {
      expect(answer.status).toBe(200);
      expect(isKept(answer)).toBe(false);
    }
  });

  it('P-61 the guest page cache stores no page of a URL with a query that its route does not use, nor of a form', async () => {
    for (const path of [`${product}?utm_source=letter`, '/fr/contact']) {
      await get(path);
      expect(isKept(await get(path)), path).toBe(false);
    }
    await get(`${department}?page=2`);
    expect(isKept(await get(`${department}?page=2`))).toBe(true);
  });

  it('I18N-01 the guest page cache is bypassed for a language that the browser may not want, so that the page can set the cookie', async () => {
    await get(product);
    const opened = await get(product, { 'accept-language': 'nl-BE,fr;q=0.5' });
    expect(isKept(opened)).toBe(false);
    const [cookie = ''] = opened.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^locale=/);
    // With the cookie the browser gets the cached page; so does a client without Accept-Language.
    const [pair = ''] = cookie.split(';');
    const again = { 'accept-language': 'nl-BE,fr;q=0.5', cookie: pair };
    expect(isKept(await get(product, again))).toBe(true);
    expect(isKept(await get(product, { 'accept-language': 'fr-BE,nl;q=0.5' }))).toBe(true);
    expect(isKept(await get(product))).toBe(true);
  });
});
