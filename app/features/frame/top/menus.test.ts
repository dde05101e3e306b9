import { expect, it } from 'vitest';
import { inLocale } from './menus';

it('I18N-02 keeps the page when the language changes', () => {
  expect(inLocale('nl', 'fr', '/fr/search?q=chat&page=2', null)).toBe('/nl/search?q=chat&page=2');
  expect(inLocale('en', 'nl', '/nl', null)).toBe('/en');
});

it('I18N-02 goes to the address that a product or category has in that language', () => {
  const head = { title: 'x', alternates: { nl: '/nl/oogzalf' } };
  expect(inLocale('nl', 'fr', '/fr/p/gel-ophtalmique', head)).toBe('/nl/oogzalf');
  expect(inLocale('en', 'fr', '/fr/p/gel-ophtalmique', head)).toBe('/en/p/gel-ophtalmique');
});
