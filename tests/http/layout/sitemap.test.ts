/** Sitemap and robots file for crawlers: they are consistent, and every listed language exists. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disallowedPrefixes } from '../../../app/base/routing/match';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';

let shop: TestShop;
let visitor: Visitor;
let map: string;
beforeAll(async () => {
  shop = await startTestShop({ products: 60, settings: { RATE_LIMITS: 'off' } });
  visitor = shop.visitor();
  map = (await visitor.get('/sitemap.xml')).text;
});
afterAll(() => shop.stop());

const pathsIn = (pattern: RegExp): string[] => [
  ...new Set([...map.matchAll(pattern)].map(([, url = '']) => new URL(url).pathname)),
];
const languages = (page: Page): string[] =>
  page.dom
    .querySelectorAll('link[rel=alternate][hreflang]')
    .map((link) => link.getAttribute('href') ?? '');
/** `/*\/account` of the robots file as a regular expression. */
const disallowed = disallowedPrefixes.map(
  (prefix) => new RegExp(`^${prefix.replace('*', '[^/]+')}`),
);

describe('sitemap and robots file', () => {
  it('P-70 CMS-08 the request log line of the sitemap has its size', async () => {
    const line = () =>
      shop.logs.find(({ event, path }) => event === 'request.answered' && path === '/sitemap.xml');
    await expect.poll(line).toBeDefined();
    expect(Number(line()?.['bytes'])).toBeGreaterThan(1_000);
  });

  it('CMS-08 the sitemap lists no page that the robots file disallows', () => {
    const paths = pathsIn(/<loc>([^<]+)</g);
    expect(paths.length).toBeGreaterThan(180);
    expect(disallowed.some((one) => one.test('/fr/account/register'))).toBe(true);
    expect(paths.filter((path) => disallowed.some((one) => one.test(path)))).toEqual([]);
  });

  it('CMS-08 every URL and alternate in the sitemap exists', async () => {
    const named = new Set([
      ...pathsIn(/<loc>([^<]+)</g),
      ...pathsIn(/hreflang="[^"]+" href="([^"]+)"/g),
    ]);
    const wrong: string[] = [];
    for (const path of named) {
      const { status } = await visitor.get(path, { follow: false });
      if (status !== 200) wrong.push(`${path} ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it('CMS-08 every hreflang link of a page exists, and one is x-default', async () => {
    const kinds = [
      /\/p\//,
      /\/c\//,
      /\/news\//,
      /\/page\//,
      /\/promotions$/,
      /^\/..$/,
      /\/contact$/,
    ];
    const all = pathsIn(/<loc>([^<]+)</g);
    for (const kind of kinds) {
      const pages = all.filter((path) => kind.test(path)).slice(0, 6);
      expect(pages.length, String(kind)).toBeGreaterThan(0);
      for (const path of pages) {
        const page = await visitor.get(path);
        const found = languages(page);
        expect(page.dom.querySelectorAll('link[hreflang=x-default]'), path).toHaveLength(1);
        for (const address of new Set(found))
          expect((await visitor.get(new URL(address).pathname, { follow: false })).status).toBe(
            200,
          );
        for (const link of page.dom.querySelectorAll('.lang a')) {
          const there = await visitor.get(link.getAttribute('href') ?? '', { follow: false });
          expect(there.status, `${path} → ${link.getAttribute('href')}`).toBe(200);
        }
      }
    }
  });

  it('CMS-08 PROD-01 pages of categories and products have breadcrumb data for search engines', async () => {
    const dataOf = (page: Page): { '@type': string; itemListElement?: { name: string }[] }[] =>
      page.dom
        .querySelectorAll('script[type="application/ld+json"]')
        .map((script) => JSON.parse(script.text) as never);
    const category = await visitor.get('/fr/c/medicaments');
    expect(dataOf(category).map((one) => one['@type'])).toEqual([
      'CollectionPage',
      'BreadcrumbList',
    ]);
    const path = pathsIn(/<loc>([^<]+\/fr\/p\/[^<]+)</g)[0] ?? '';
    const product = await visitor.get(path);
    const [first, way] = dataOf(product);
    expect([first?.['@type'], way?.['@type']]).toEqual(['Product', 'BreadcrumbList']);
    expect(way?.itemListElement?.map(({ name }) => name).slice(1, -1)).toEqual(
      product.dom
        .querySelectorAll('.crumbs a')
        .map((link) => link.text.trim())
        .slice(1),
    );
  });
});

describe('a catalogue too large for one sitemap file', () => {
  it('CMS-08 P-88 a large sitemap is split into files of a thousand, and a request reads only the documents of its file', async () => {
    const large = await startTestShop({ products: 700, settings: { RATE_LIMITS: 'off' } });
    try {
      const { search } = large.sandbox;
      const asked = () =>
        search
          .requests()
          .filter(({ body }) => JSON.stringify(body)?.includes('["url_key","url_key_locales"]'));
      const stranger = large.visitor();
      const index = await stranger.get('/sitemap.xml');
      const parts = [...index.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);
      expect(parts.length).toBeGreaterThan(6);
      expect(asked()).toEqual([]);
      const found: string[] = [];
      for (const part of parts) {
        search.clearRequests();
        const { text, status } = await stranger.get(new URL(part).pathname + new URL(part).search);
        expect(status, part).toBe(200);
        expect(asked().length, part).toBeLessThanOrEqual(1);
        found.push(...[...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url));
      }
      expect(new Set(found).size).toBe(found.length);
      expect(found.filter((url) => url.includes('/nl/p/'))).toHaveLength(700);
      expect(found.some((url) => url.includes('/en/c/'))).toBe(true);
      expect(found.some((url) => url.includes('/fr/news/'))).toBe(true);
      for (const none of ['?part=99', '?part=-1', '?part=x'])
        expect((await stranger.get(`/sitemap.xml${none}`)).status, none).toBe(404);
    } finally {
      await large.stop();
    }
  });
});
