import { describe, expect, it } from 'vitest';
import { cutDescription, joinedSentences } from '../meta-text';
import { sitemapXml } from './sitemap-xml';
import { addressesPerFile } from './sitemap.server';

describe('sitemapXml', () => {
  it('CMS-08 sitemapXml lists every address with its alternates in all locales, escaped', () => {
    const xml = sitemapXml('https://shop.example', [
      { path: '/fr/p/a&b', alternates: { fr: '/fr/p/a&b', nl: '/nl/p/c', en: '/en' } },
    ]);
    expect(xml).toContain('<loc>https://shop.example/fr/p/a&amp;b</loc>');
    expect(xml).toContain('hreflang="nl" href="https://shop.example/nl/p/c"');
    expect(xml).toContain('hreflang="x-default" href="https://shop.example/fr/p/a&amp;b"');
    expect(xml).not.toContain('a&b');
  });

  it('CMS-08 sitemapXml omits alternates for languages in which a page does not exist', () => {
    const xml = sitemapXml('https://shop.example', [
      { path: '/nl/news/kalfjes', alternates: { nl: '/nl/news/kalfjes' } },
    ]);
    expect(xml).not.toContain('hreflang="fr"');
    expect(xml).toContain('hreflang="x-default" href="https://shop.example/nl/news/kalfjes"');
    expect(xml).not.toContain('undefined');
  });

  it('P-88 P-63 a sitemap file with the maximum number of addresses stays below the size limit', () => {
    const key = 'gants-d-examen-en-nitrile-non-poudres-taille-m-boite-de-cent-pieces';
    const alternates = { fr: `/fr/p/${key}`, nl: `/nl/p/${key}`, en: `/en/p/${key}` };
    const address = { path: alternates.fr, alternates };
    const full = Array.from({ length: addressesPerFile }, () => address);
    expect(sitemapXml('https://shop.example', full).length).toBeLessThan(2_000_000);
  });

  it('PROD-01 cutDescription cuts meta descriptions at 255 characters', () => {
    expect(cutDescription('short')).toBe('short');
    const cut = cutDescription('word '.repeat(100));
    expect(cut.length).toBeLessThanOrEqual(255);
    expect(cut.endsWith('word…')).toBe(true);
  });
});

it('PROD-01 joinedSentences joins sentences without empty parts and double full stops', () => {
  expect(joinedSentences(['Sonde', 'à la pièce.', '', ' . ', 'Sonde naso-gastrique.'])).toBe(
    'Sonde. à la pièce. Sonde naso-gastrique',
  );
  const short = 'Sonde à usage professionnel.';
  expect(joinedSentences(['Sonde', short, `${short} Disponible en trois tailles.`])).toBe(
    'Sonde. Sonde à usage professionnel. Disponible en trois tailles',
  );
});
