import { describe, expect, it } from 'vitest';
import { pathOfSite } from './site-path';
import { safeLink } from './safe-link';

const rules = { origin: 'https://shop.example', linkHosts: ['media.example', 'x.example:8443'] };

describe('links in untrusted content', () => {
  it('SHELL-06 safeLink accepts paths of this site and adds a locale', () => {
    expect(safeLink('/promotions?x=1', 'nl', rules)).toEqual({
      href: '/nl/promotions?x=1',
      external: false,
    });
    expect(safeLink('/fr/page/salon', 'nl', rules)).toEqual({
      href: '/fr/page/salon',
      external: false,
    });
    expect(safeLink('/', 'en', rules)?.href).toBe('/en/');
    expect(safeLink('/free', 'fr', rules)?.href).toBe('/fr/free');
  });

  it('SHELL-06 safeLink marks external links', () => {
    expect(safeLink('https://media.example/a.pdf', 'fr', rules)).toEqual({
      href: 'https://media.example/a.pdf',
      external: true,
    });
  });

  it('SHELL-06 safeLink converts an absolute address of this site to its path, whatever hosts are listed', () => {
    expect(safeLink('https://shop.example/fr/news?x=1#a', 'nl', rules)).toEqual({
      href: '/fr/news?x=1#a',
      external: false,
    });
  });

  it.each([
    'https://evil.example',
    'https://media.example.evil.example/',
    'https://sub.media.example/',
    'https://media.example:444/',
    'https://x.example/',
    'https://shop.example:8080/fr',
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://shop.example/x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://user:secret@evil.example',
    'relative/path',
    '',
    null,
    7,
  ])('P-30 safeLink rejects %j', (raw) => {
    expect(safeLink(raw, 'fr', rules)).toBeNull();
  });
});

describe('pathOfSite', () => {
  it('AUTH-03 pathOfSite accepts a path and query of this site', () => {
    for (const path of ['/fr/account?x=1', '/@e', '/fr/search?q=a%20b']) {
      expect(pathOfSite(path, '/fr')).toBe(path);
    }
  });

  it.each([
    '//e',
    '///e',
    '/\\e',
    '/\t/e',
    '/..//e',
    '/.//e',
    'https:e',
    '/a\r\nb',
    '/a\0b',
    ' /e',
    'javascript:x',
    '/%2f%2fe',
    `/${'x'.repeat(3_000)}`,
    undefined,
  ])('P-16 pathOfSite returns the home page instead of %j', (raw) => {
    expect(pathOfSite(raw, '/fr')).toBe('/fr');
  });
});
