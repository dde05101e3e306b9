/** Each URL has one canonical spelling: others are redirected or rejected, and count for the same rate limit. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formType, sendBytes, sendRaw } from '../../support/raw';
import { startTestShop, type TestShop } from '../../support/shop';
import { allRoutes } from './route-table';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ products: 60, settings: { RATE_LIMITS: '1' } });
});
afterAll(() => shop.stop());

const encoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
const lastWord = (path: string, change: (word: string) => string): string =>
  path.replace(/[^/]+$/, change);

/** Twelve ways to spell a URL differently. */
const spellings: Readonly<Record<string, (path: string) => string>> = {
  'a word in upper case': (path) => lastWord(path, (word) => word.toUpperCase()),
  'one letter in upper case': (path) =>
    lastWord(path, (word) => word.slice(0, -1) + word.slice(-1).toUpperCase()),
  'locale in upper case': (path) => path.replace(/^\/fr/, '/FR'),
  'one letter encoded': (path) =>
    lastWord(path, (word) => encoded(word.slice(0, 1)) + word.slice(1)),
  'all letters encoded': (path) =>
    lastWord(path, (word) => [...word].map((one) => encoded(one).toUpperCase()).join('')),
  'a dot segment': (path) => lastWord(path, (word) => `./${word}`),
  'up and down': (path) => lastWord(path, (word) => `x/../${word}`),
  'encoded dots': (path) => lastWord(path, (word) => `x/%2e%2E/${word}`),
  'double slash': (path) => lastWord(path, (word) => `/${word}`),
  'double slash in front': (path) => `/${path}`,
  'trailing slash': (path) => `${path}/`,
  'trailing dot segment': (path) => `${path}/.`,
  'path parameter': (path) => `${path};a=b`,
  'encoded path parameter': (path) => `${path}%3ba=b`,
  'encoded slash': (path) => path.replace(/(?<=.)\/([^/]+)$/, '%2f$1'),
  'encoded backslash': (path) => path.replace(/(?<=.)\/([^/]+)$/, '%5C$1'),
  'encoded NUL': (path) => `${path}%00`,
  'not UTF-8': (path) => `${path}%ff%fe`,
  'a lone percent sign': (path) => `${path}%`,
};
/** Spellings of the same URL; the others are invalid. */
const same = new Set(Object.keys(spellings).slice(0, 12));

const limited = [
  '/fr/search',
  '/fr/autocomplete',
  '/fr/account/sign-in',
  '/fr/cart/sync',
  '/fr/quick-order',
  '/fr/contact',
  '/fr/newsletter',
  '/fr/form/visit_request',
  '/fr/account/profile',
  '/fr/account/register',
  '/fr/account/forgotten-password',
  '/fr/account/new-password',
  '/fr/account/validate-email',
  '/fr/cart',
  '/fr/cart-confirm',
  '/fr/account/oidc-redirect',
  '/account/backchannel-logout',
  '/readyz',
  '/healthz',
];

const send = (method: string, path: string) =>
  sendRaw(shop.url, {
    method,
    path,
    headers: method === 'POST' ? { ...formType, origin: shop.url, 'content-length': '3' } : {},
    ...(method === 'POST' ? { body: 'a=1' } : {}),
  });

/** Log lines of requests only, without those of the shop's start-up checks. */
const linesSince = (from: number): unknown[] =>
  shop.logs
    .slice(from)
    .filter(({ path, event }) => path !== 'index words' && event !== 'words.lacking');

describe.each(Object.entries(spellings))('spelling: %s', (what, spelled) => {
  it('P-89 a URL in this spelling is redirected to the canonical URL, or rejected, before any other check', async () => {
    const from = shop.logs.length;
    const paths = [...limited, ...allRoutes.map(({ path }) => path).filter((path) => path !== '/')];
    for (const path of paths) {
      const written = spelled(path);
      // The case of a product key from the ERP is significant.
      const isKey =
        what.endsWith('in upper case') && (!limited.includes(path) || path.includes('/form/'));
      if (written === path || (isKey && !written.startsWith('/FR'))) continue;
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const { status, headers } = await send(method, `${written}?q=a%20b&x=1?2`);
        const isRead = method === 'GET' || method === 'HEAD';
        const told = `${method} ${written}`;
        if (same.has(what) && isRead) {
          expect(status, told).toBe(308);
          expect(headers.location, told).toBe(`${path}?q=a%20b&x=1?2`);
        } else expect(status, told).toBe(400);
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(headers['set-cookie']).toBeUndefined();
      }
    }
    expect(linesSince(from)).toEqual([]);
  });
});

describe('request targets that are not a path', () => {
  it.each(['GET http://evil.example/fr HTTP/1.1', 'GET * HTTP/1.1', 'OPTIONS * HTTP/1.1'])(
    'P-89 P-93 the request target %s is rejected with 400',
    async (line) => {
      const from = shop.logs.length;
      expect(await sendBytes(shop.url, line)).toMatch(/^HTTP\/1\.1 400 /);
      expect(linesSince(from)).toEqual([]);
    },
  );

  it('P-89 an absolute URL with our host is treated as its path, in any letter case (RFC 9112, 3.2.2)', async () => {
    const { host, port } = new URL(shop.url);
    const own = [`http://${host}`, `HTTP://${host}`, `https://${host}`];
    for (const address of own) {
      const page = await sendBytes(shop.url, `GET ${address}/fr/contact HTTP/1.1`);
      expect(page, address).toMatch(/^HTTP\/1\.1 200 /);
      const moved = await sendBytes(shop.url, `GET ${address}/FR/x/../contact?q=1 HTTP/1.1`);
      expect(moved, address).toMatch(/^HTTP\/1\.1 308 [^]+Location: \/fr\/contact\?q=1\r\n/);
      expect(await sendBytes(shop.url, `GET ${address}?x HTTP/1.1`)).toMatch(/^HTTP\/1\.1 302 /);
      expect(await sendBytes(shop.url, `GET ${address}/a%00 HTTP/1.1`)).toMatch(/^HTTP\/1\.1 400 /);
    }
    for (const foreign of [
      'http://evil.example',
      `http://x@${host}`,
      `http://${host}.`,
      `http://127.0.0.1`,
      `ftp://${host}`,
      `http:/${host}`,
      `http:${host}`,
      `http://`,
      `${host}`,
      `http://${host}@evil.example`,
      `http://127.0.0.1:0${port}`,
      `http://evil.example#${host}`,
    ])
      expect(await sendBytes(shop.url, `GET ${foreign}/fr HTTP/1.1`), foreign).toMatch(
        /^HTTP\/1\.1 400 /,
      );
  });

  it.each([
    ['fr', 'Adresse illisible'],
    ['nl', 'Onleesbaar adres'],
    ['en', 'Unreadable address'],
  ])('P-89 I18N-01 /%s/p/%%00 is rejected with a page in its language', async (locale, title) => {
    const answer = await fetch(`${shop.url}/${locale}/p/%00`, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain(`<html lang="${locale}">`);
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page).toContain(`href="/${locale}"`);
    const posted = await send('POST', `/${locale}/p/%00`);
    expect(posted.headers['content-type']).toContain('text/plain');
  });

  it.each(['/', '/FR/search?q=', '/fr/account?x=', '/fr/%73earch?q='])(
    'P-93 P-89 a URL %s… with more than 8,000 characters is repeated in no redirect',
    async (beginning) => {
      const from = shop.logs.length;
      for (const method of ['GET', 'HEAD', 'POST'])
        for (const length of [8_001, 15_000]) {
          const path = beginning.padEnd(length, 'a');
          const { status, headers } = await send(method, path);
          expect([status, headers.location], `${method} ${beginning} ${length}`).toEqual([
            414,
            undefined,
          ]);
        }
      expect(linesSince(from)).toEqual([]);
      expect((await send('GET', beginning.padEnd(8_000, 'a'))).status).not.toBe(414);
    },
  );

  it.each(['%20', '%09', '%0A', '%0D%0A', '.', ',', '.%20'])(
    'P-89 a pasted link with %s at its end redirects to its page',
    async (end) => {
      for (const path of ['/fr/search', '/fr/cart', '/fr/c/a', '/fr/account/sales/7', '/fr']) {
        const { status, headers } = await send('GET', `${path}${end}?q=1`);
        expect([status, headers.location], path).toEqual([308, `${path}?q=1`]);
        expect((await send('POST', `${path}${end}`)).status, path).toBe(400);
      }
      expect((await send('GET', `/fr/none/such${end}`)).status).not.toBe(200);
    },
  );

  it('P-89 no spelling of a URL redirects to another site', async () => {
    for (const path of [
      '//evil.example',
      '//evil.example/fr/',
      '/\\evil.example',
      '/.//evil.example',
    ]) {
      const { status, headers } = await send('GET', path);
      expect([308, 400]).toContain(status);
      if (headers.location) expect(headers.location).toMatch(/^\/[^/\\]/);
    }
  });
});

describe('rate limits and spellings', () => {
  it('P-89 P-61 a HEAD request counts as a GET request', async () => {
    let refused = 0;
    for (let count = 0; count < 130; count += 1) {
      const { status } = await send(count % 2 ? 'HEAD' : 'GET', '/fr/autocomplete?q=zz');
      if (status === 429) refused += 1;
    }
    for (let count = 0; count < 130; count += 1) {
      const { status } = await send(count % 2 ? 'GET' : 'HEAD', '/fr/autocomplete?q=zz');
      if (status === 429) refused += 1;
    }
    expect(refused).toBe(20);
  });

  it('P-90 a subresource request of another site is rejected, and counts for no rate limit', async () => {
    const parts = [
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' },
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    ];
    const path = '/fr/account/sign-in';
    for (const part of parts)
      for (let count = 0; count < 25; count += 1) {
        const headers = { 'sec-fetch-site': 'cross-site', ...part };
        expect((await sendRaw(shop.url, { path, headers })).status).toBe(403);
      }
    const visits = [
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      // Passed on by the service worker.
      { 'sec-fetch-mode': 'same-origin', 'sec-fetch-dest': 'empty' },
    ];
    for (const visit of visits) {
      const headers = { 'sec-fetch-site': 'cross-site', ...visit };
      expect((await sendRaw(shop.url, { path, headers })).status).toBe(302);
    }
  });
});
