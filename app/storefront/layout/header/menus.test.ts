import { expect, it } from 'vitest';
import { inLocale } from './menus';

it('I18N-02 changing the language keeps the page', () => {
  expect(inLocale('nl', '/fr/search?q=chat&page=2', null)).toBe('/nl/search?q=chat&page=2');
  expect(inLocale('en', '/nl', null)).toBe('/en');
});

it('I18N-02 CART-10 changing the language keeps the stored answer to a form if the path stays the same', () => {
  expect(inLocale('nl', '/fr/quick-order', null, 'abc')).toBe('/nl/quick-order?answer=abc');
  expect(inLocale('en', '/fr/search?q=chat', null, 'abc')).toBe('/en/search?q=chat&answer=abc');
  const head = { title: 'x', alternates: { nl: '/nl/p/oogzalf', en: '/en' } };
  expect(inLocale('nl', '/fr/p/gel?sku=1', head, 'abc')).toBe('/nl/p/oogzalf?sku=1');
});

it('I18N-02 changing the language uses the address of the product or category in that language', () => {
  const head = { title: 'x', alternates: { nl: '/nl/oogzalf' } };
  expect(inLocale('nl', '/fr/p/gel-ophtalmique', head)).toBe('/nl/oogzalf');
  expect(inLocale('fr', '/fr/p/gel-ophtalmique', head)).toBe('/fr/p/gel-ophtalmique');
  // The page does not exist in English: the same path would return a 404.
  expect(inLocale('en', '/fr/p/gel-ophtalmique', head)).toBe('/en');
});

it('I18N-02 changing the language keeps variant, filters, sort and page when the address differs by language', () => {
  const head = { title: 'x', alternates: { nl: '/nl/p/oogzalf', en: '/en' } };
  expect(inLocale('nl', '/fr/p/gel?sku=MA389899', head)).toBe('/nl/p/oogzalf?sku=MA389899');
  const list = { title: 'x', alternates: { nl: '/nl/c/geneesmiddelen' } };
  const query = 'species=101&species=102&sort=net_asc&page=3';
  expect(inLocale('nl', `/fr/c/medicaments?${query}`, list)).toBe(`/nl/c/geneesmiddelen?${query}`);
  expect(inLocale('nl', '/fr?page=2', null)).toBe('/nl');
});

it('I18N-02 changing the language leads home if the page is missing in that language or in all languages', () => {
  const head = { title: 'x', alternates: { en: '/en' } };
  expect(inLocale('en', '/fr/p/gel?sku=1', head)).toBe('/en');
  expect(inLocale('nl', '/search?q=kat', null)).toBe('/nl');
  expect(inLocale('en', '/de/search?q=kat', null)).toBe('/en');
});
