/** Files for offline use: service worker, offline page, manifest, files of earlier builds. */
import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page } from '../../support/visitor';

let shop: TestShop;
let off: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ products: 60 });
  off = await startTestShop({ products: 60, settings: { OFFLINE_PAGES: 'false' } });
});
afterAll(() => Promise.all([shop.stop(), off.stop()]));

const Manifest = z.object({
  id: z.string(),
  lang: z.string(),
  start_url: z.string(),
  theme_color: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string() })),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
});

describe('the service worker', () => {
  it('PWA-02 the service worker file is revalidated each time, and answered with 304 when unchanged', async () => {
    const first = await fetch(`${shop.url}/sw.js`);
    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(first.headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    // The worker's scope is the whole shop because its file is at the root, and no header widens it.
    expect(first.headers.get('service-worker-allowed')).toBeNull();
    expect(first.headers.get('set-cookie')).toBeNull();
    const etag = first.headers.get('etag') ?? '';
    const again = await fetch(`${shop.url}/sw.js`, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
  });

  it('PWA-02 pages of guests and customers name the build of their service worker', async () => {
    const worker = await (await fetch(`${shop.url}/sw.js`)).text();
    const [, build] = /^self\.build="(\w{12})"/.exec(worker) ?? [];
    expect(build).toBeDefined();
    const named = (page: Page) => page.dom.querySelector('#update')?.getAttribute('data-build');
    expect(named(await shop.visitor().get('/nl/promotions'))).toBe(build);
    expect(named(await (await shop.customer('vet@demo.example')).get('/fr/cart'))).toBe(build);
    expect(named(await off.visitor().get('/fr'))).toBeUndefined();
  });

  it('PWA-01 the content policy of the service worker allows requests to the shop only', async () => {
    const { headers } = await fetch(`${shop.url}/sw.js`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self';");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('PWA-01 every file that the service worker caches for the offline page exists', async () => {
    const worker = await (await fetch(`${shop.url}/sw.js`)).text();
    const files = [...worker.matchAll(/\/assets\/[\w.-]+\.\w+/g)].map(([name]) => name);
    expect(files.length).toBeGreaterThan(3);
    const page = await shop.visitor().get('/nl/offline');
    for (const one of page.dom.querySelectorAll('script[src], link[rel=stylesheet]'))
      expect(files).toContain(one.getAttribute('src') ?? one.getAttribute('href'));
    for (const file of files) expect((await fetch(shop.url + file)).status).toBe(200);
  });

  it('PWA-01 when the operator disables the service worker, the same URL serves one that removes itself and its caches', async () => {
    const answer = await fetch(`${off.url}/sw.js`);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const text = await answer.text();
    expect(text).toContain('unregister');
    expect(text).not.toContain('fetch');
  });
});

describe('the encryption key of a customer’s cached pages', () => {
  it('PWA-01 every page of a customer contains the server’s share of the cache encryption key, one share per session', async () => {
    const share = (page: Page) => page.headers.get('shop-session');
    const vet = await shop.customer('vet@demo.example');
    const first = share(await vet.get('/fr/cart'));
    expect(first).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
    expect(share(await vet.get('/nl/account/profile'))).toBe(first);
    const again = share(await (await shop.customer('vet@demo.example')).get('/fr/cart'));
    expect(again?.split('.')[1]).not.toBe(first?.split('.')[1]);
    expect(share(await shop.visitor().get('/fr/cart'))).toBeNull();
    expect(share(await shop.visitor().get('/fr/promotions'))).toBeNull();
  });
});

describe('the offline page', () => {
  it.each([
    ['fr', 'La page n’a pas pu être chargée'],
    ['nl', 'De pagina kon niet worden geladen'],
    ['en', 'The page could not be loaded'],
  ])(
    'PWA-01 the offline page in %s is publicly cacheable, and sets no cookie',
    async (locale, title) => {
      const page = await shop.visitor().get(`/${locale}/offline`);
      expect(page.headers.get('cache-control')).toBe('public, max-age=60');
      expect(page.headers.get('set-cookie')).toBeNull();
      expect(page.dom.querySelector('h1')?.text).toBe(title);
      expect(page.dom.querySelectorAll('form')).toHaveLength(0);
    },
  );

  it('P-27 the offline page is not cacheable when a customer requests it', async () => {
    const customer = await shop.customer('vet@demo.example');
    const page = await customer.get('/fr/offline');
    expect(page.headers.get('cache-control')).toBe('private, no-store');
  });
});

describe('the installable app', () => {
  it.each(['fr', 'nl', 'en'])(
    'PWA-01 the installable app at %s opens in its language and offers search, quick order and cart',
    async (locale) => {
      const home = await shop.visitor().get(`/${locale}`);
      const link = home.dom.querySelector('link[rel=manifest]')?.getAttribute('href') ?? '';
      const answer = await fetch(shop.url + link);
      expect(answer.headers.get('content-type')).toContain('application/manifest+json');
      expect(answer.headers.get('set-cookie')).toBeNull();
      const manifest = Manifest.parse(await answer.json());
      expect(manifest).toMatchObject({ id: '/', start_url: `/${locale}`, theme_color: '#0c4e99' });
      expect(manifest.shortcuts.map(({ url }) => url)).toEqual(
        ['search', 'quick-order', 'cart'].map((word) => `/${locale}/${word}`),
      );
      expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
      for (const { src } of manifest.icons) expect((await fetch(shop.url + src)).status).toBe(200);
    },
  );
});

describe('a deploy', () => {
  it('P-69 after a deploy, files of the previous build are still served, those of older builds are not', async () => {
    const first = join(mkdtempSync(join(tmpdir(), 'shop-builds-')), 'first');
    const second = `${first}-second`;
    for (const folder of [first, second]) cpSync('build/client', folder, { recursive: true });
    const sheet = readdirSync(join(second, 'assets')).find((name) => /^shop-.*\.css$/.test(name));
    const newer = 'shop-Changed1.css';
    for (const packed of ['', '.br', '.gz'])
      renameSync(
        join(second, 'assets', `${sheet}${packed}`),
        join(second, 'assets', newer + packed),
      );
    let now = new Date('2026-03-02T08:00:00Z');
    let current = first;
    const deployed = await startTestShop({
      products: 60,
      clock: { now: () => now },
      clientFolder: () => current,
    });
    const status = async (name = ''): Promise<number> =>
      (await fetch(`${deployed.url}/assets/${name}`)).status;
    try {
      expect([await status(sheet), await status(newer)]).toEqual([200, 404]);
      current = second;
      await deployed.restart();
      expect([await status(sheet), await status(newer)]).toEqual([200, 200]);
      const old = await fetch(`${deployed.url}/assets/${sheet}`, {
        headers: { 'Accept-Encoding': 'br' },
      });
      expect(old.headers.get('cache-control')).toBe('public,max-age=31536000,immutable');
      expect(old.headers.get('content-encoding')).toBe('br');
      // Fifteen days pass, and one more deploy happens.
      now = new Date('2026-03-17T08:00:00Z');
      await deployed.restart();
      expect([await status(sheet), await status(newer)]).toEqual([404, 200]);
    } finally {
      await deployed.stop();
      for (const folder of [first, second]) rmSync(folder, { recursive: true, force: true });
    }
  });
});
