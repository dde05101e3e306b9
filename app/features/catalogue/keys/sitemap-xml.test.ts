import { describe, expect, it } from 'vitest';
import { cutDescription } from '../meta-text';
import { sitemapXml } from './sitemap-xml';

describe('what crawlers read', () => {
  it('CMS-08 every address names itself in all locales, escaped', () => {
    const xml = sitemapXml('https://shop.example', [
      { path: '/fr/p/a&b', alternates: { fr: '/fr/p/a&b', nl: '/nl/p/c', en: '/en' } },
    ]);
    expect(xml).toContain('<loc>https://shop.example/fr/p/a&amp;b</loc>');
    expect(xml).toContain('hreflang="nl" href="https://shop.example/nl/p/c"');
    expect(xml).not.toContain('a&b');
  });

  it('PROD-01 meta descriptions end at 255 characters', () => {
    expect(cutDescription('short')).toBe('short');
    const cut = cutDescription('word '.repeat(100));
    expect(cut.length).toBeLessThanOrEqual(255);
    expect(cut.endsWith('word…')).toBe(true);
  });
});
