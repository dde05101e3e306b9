/** A shop with another brand: no page names the sample brand (SHELL-04). */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Visitor } from '../../support/visitor';

const colours = { brand: '#0b5d3b', accent: '#8a1c4a' };
const brand = {
  name: 'Vetora',
  company: { fr: 'Vetora SA · BE 1', nl: 'Vetora NV · BE 1', en: 'Vetora PLC · BE 1' },
  desks: { orders: { phone: '+32 2 000 00 01', hours: [['07:45', '12:15']] } },
  colours,
};

let shop: TestShop;
let sample: TestShop;
let guest: Visitor;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'brand-'));
  writeFileSync(join(folder, 'brand.json'), JSON.stringify(brand));
  shop = await startTestShop({ products: 60, settings: { CONFIG_DIR: folder } });
  sample = await startTestShop({ products: 60 });
  guest = shop.visitor();
});
afterAll(() => Promise.all([shop.stop(), sample.stop()]));

const open = [
  '',
  '/promotions',
  '/search?q=gel',
  '/news',
  '/contact',
  '/consent',
  '/form',
  '/offline',
];
const forms = ['/account/register', '/newsletter', '/not-there', '/account/signed-out'];
const own = [
  '/account',
  '/account/profile',
  '/account/wishlists',
  '/cart',
  '/quick-order',
  '/account/sales',
];

describe('a shop with another brand', () => {
  it.each(['fr', 'nl', 'en'] as const)(
    'SHELL-04 with another brand, no page in %s names the sample brand, and every page names its own',
    async (locale) => {
      const vet = await shop.customer('vet@demo.example');
      const seen = [
        ...[...open, ...forms].map((path) => [guest, path] as const),
        ...[...open, ...own].map((path) => [vet, path] as const),
      ];
      for (const [who, path] of seen) {
        const page = await who.get(`/${locale}${path}`);
        expect(page.text, path).not.toMatch(/olvane/i);
        expect(page.dom.querySelector('title')?.text, path).toContain('Vetora');
      }
      const home = await guest.get(`/${locale}`);
      expect(home.words('footer')).toContain(brand.company[locale]);
      expect(home.words('footer')).toContain('+32 2 000 00 01');
      expect(home.words('header .logo')).toContain('Vetora');
    },
  );

  it('SHELL-04 PWA-01 colours, icons and the installable app use the configured brand', async () => {
    const { dom } = await guest.get('/fr');
    const hrefOf = (rel: string) =>
      dom.querySelector(`link[rel=${rel}]`)?.getAttribute('href') ?? '';
    expect(dom.querySelector('meta[name=theme-color]')?.getAttribute('content')).toBe('#0b5d3b');
    const icon = decodeURIComponent(hrefOf('icon'));
    expect(icon).toContain('fill="#0b5d3b"');
    expect(icon).toContain('>V</text>');
    expect(dom.querySelector('link[rel=apple-touch-icon]')).toBeNull();
    expect((await guest.get('/brand.css')).text).toContain('--brand:#0b5d3b');
    const manifest = JSON.parse((await guest.get(hrefOf('manifest'))).text) as {
      name: string;
      theme_color: string;
      icons: { src: string; type: string }[];
    };
    expect([manifest.name, manifest.theme_color]).toEqual(['Vetora', '#0b5d3b']);
    expect(manifest.icons.length).toBeGreaterThan(1);
    for (const { src, type } of manifest.icons) {
      const file = await guest.get(src);
      expect([file.status, file.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
      expect(file.text).toContain('#0b5d3b');
    }
  });

  it('SHELL-04 PWA-02 the service worker of another brand differs, so that no browser shows cached pages of the sample brand', async () => {
    const workerOf = async (where: TestShop) => (await where.visitor().get('/sw.js')).text;
    const branded = await workerOf(shop);
    const plain = await workerOf(sample);
    expect(branded).not.toBe(plain);
    expect(branded).toMatch(/^self\.brandDigest="[\da-f]{8}";/);
    expect(branded.endsWith(plain)).toBe(true);
    expect((await shop.visitor().get('/sw.js')).headers.get('cache-control')).toBe('no-cache');
    expect((await sample.visitor().get('/brand-icon.svg')).status).toBe(404);
  });
});
