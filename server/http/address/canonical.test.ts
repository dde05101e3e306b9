import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, byWords, type RoutePattern } from './canonical';

const patterns = byWords([
  [],
  [':locale'],
  [':locale', 'search'],
  [':locale', 'p', '*'],
  [':locale', 'account', 'sales', ':id', 'csv'],
  [':locale', ':key'],
  ['*'],
] satisfies RoutePattern[]);
const spell = (target: string) => addressOf(target, patterns);

describe('addressOf: canonical spelling of an address', () => {
  it.each([
    ['/FR/Search?q=A%2f', '/fr/search?q=A%2f'],
    ['/fr/%73earch', '/fr/search'],
    ['/fr/x/../search/', '/fr/search'],
    ['//fr///search', '/fr/search'],
    ['/fr/p/Gant%c3%a9', '/fr/p/Gant%C3%A9'],
    ['/fr/P/Gant', '/fr/p/Gant'],
    ['/fr/Account/SALES/7/Csv', '/fr/account/sales/7/csv'],
    ['/../../fr/.', '/fr'],
  ])('P-89 addressOf rewrites %s as %s', (target, one) => {
    expect(spell(target)).toEqual({ kind: 'respelled', target: one });
  });

  it.each([
    ['/fr/search%20', '/fr/search'],
    ['/fr/search%09?q=chat', '/fr/search?q=chat'],
    ['/fr/search%0D%0A', '/fr/search'],
    ['/fr/search%0A.%20', '/fr/search'],
    ['/fr/search.', '/fr/search'],
    ['/fr/search%2E,', '/fr/search'],
    ['/fr/search/%20', '/fr/search'],
    ['/fr/p/gants%c2%a0', '/fr/p/gants'],
    ['/fr/account/sales/7/csv,', '/fr/account/sales/7/csv'],
    ['/fr,', '/fr'],
    ['/%20', '/'],
    // Punctuation of the surrounding text, as mail programs copy it along.
    ['/fr/account/sales/7/csv)', '/fr/account/sales/7/csv'],
    ['/fr/account/sales/7/csv%29.', '/fr/account/sales/7/csv'],
    ['/fr/account/sales/7/csv%3E', '/fr/account/sales/7/csv'],
    ['/fr/account/sales/7/csv%C2%BB.', '/fr/account/sales/7/csv'],
    ['/fr/account/sales/7/csv%E2%80%9D!', '/fr/account/sales/7/csv'],
    ['/fr/account/sales/7];', '/fr/account/sales/7'],
    ['/fr/account/sales/7%E2%80%8B', '/fr/account/sales/7'],
    ['/fr/p/gants-%C2%ADnitrile', '/fr/p/gants-nitrile'],
    // Bold text, a table cell, a dash and a closing bracket as HTML source.
    ['/fr/p/gants**', '/fr/p/gants'],
    ['/fr/p/gants%7C', '/fr/p/gants'],
    ['/fr/p/gants%60', '/fr/p/gants'],
    ['/fr/p/gants%E2%80%94', '/fr/p/gants'],
    ['/fr/p/gants%E2%80%BA.', '/fr/p/gants'],
    ['/fr/p/gants&gt;', '/fr/p/gants'],
    ['/fr/account/sales/7/csv&', '/fr/account/sales/7/csv'],
    // Parameters whose question mark is encoded or missing, and the ampersand of HTML source.
    ['/fr/account/sales/7&utm_source=mail', '/fr/account/sales/7?utm_source=mail'],
    ['/fr/account/sales/7%3Fa%3D1%26b%3D2', '/fr/account/sales/7?a=1&b=2'],
    ['/fr/search?q=chat&amp;page=2', '/fr/search?q=chat&page=2'],
  ])('P-89 addressOf removes copied text from %s and returns %s', (target, one) => {
    expect(spell(target)).toEqual({ kind: 'respelled', target: one });
  });

  it.each(['/fr/any-key.', '/fr/a,', '/fr/any-key)', '/fr/any-key%20', '/fr/nothing/here.'])(
    'P-89 addressOf leaves %s when no page exists at the shortened address',
    (target) => {
      expect(spell(target)).toEqual({ kind: 'canonical' });
    },
  );

  it.each(['/', '/fr', '/fr/KEY-of-7', '/fr/p/Caf%C3%A9+1', '/fr/a%2Bb', "/fr/a'(b)!*,=:@&$"])(
    'P-89 addressOf leaves the canonical address %s unchanged',
    (target) => {
      expect(spell(target)).toEqual({ kind: 'canonical' });
    },
  );

  it.each([
    '*',
    'http://e/fr',
    '',
    '/%',
    '/%ff',
    '/a%2fb',
    '/a%5cb',
    '/a;b',
    '/a\\b',
    '/a b',
    '/é',
  ])('P-89 addressOf rejects %j as malformed', (target) => {
    expect(spell(target)).toEqual({ kind: 'malformed' });
  });

  it('P-89 one redirect suffices to reach the canonical address from any target', () => {
    const piece = fc.constantFrom(
      '/',
      '.',
      '..',
      '%2e',
      '%2F',
      '%c3%A9',
      '%0a',
      '%20',
      ',',
      'fr',
      'FR',
      'Search',
      'p',
      '%',
      ';',
      '?',
      'a',
      'é',
      ')',
      ']',
      '!',
      '(',
      '&amp;',
      '&x=1',
      '%3Fx=1',
      '%C2%AD',
      '%3E',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const address = spell(`/${pieces.join('')}`);
        if (address.kind !== 'respelled') return;
        expect(spell(address.target)).toEqual({ kind: 'canonical' });
        expect(address.target).toMatch(/^\/(?!\/)/);
      }),
      { numRuns: 2_000 },
    );
  });
});
