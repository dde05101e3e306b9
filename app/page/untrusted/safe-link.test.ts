import { describe, expect, it } from 'vitest';
import { pathOfSite } from './site-path';
import { safeLink } from './safe-link';

describe('links in what others write', () => {
  it('SHELL-06 lets pages of this site through and gives them a locale', () => {
    expect(safeLink('/promotions?x=1', 'nl')).toEqual({
      href: '/nl/promotions?x=1',
      external: false,
    });
    expect(safeLink('/fr/page/salon', 'nl')).toEqual({ href: '/fr/page/salon', external: false });
    expect(safeLink('/', 'en')?.href).toBe('/en/');
    expect(safeLink('/free', 'fr')?.href).toBe('/fr/free');
  });

  it('SHELL-06 marks what leaves the site', () => {
    expect(safeLink('https://media.example/a.pdf', 'fr')).toEqual({
      href: 'https://media.example/a.pdf',
      external: true,
    });
  });

  it.each([
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
  ])('P-30 makes no link of %j', (raw) => {
    expect(safeLink(raw, 'fr')).toBeNull();
  });
});

describe('the way back of a form', () => {
  it('AUTH-03 takes a path and query of this site', () => {
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
  ])('P-16 goes home instead of to %j', (raw) => {
    expect(pathOfSite(raw, '/fr')).toBe('/fr');
  });
});
