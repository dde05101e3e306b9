import { describe, expect, it } from 'vitest';
import { resolveTarget } from './target';

const resolve = (raw: unknown): string => resolveTarget(raw, 'nl', '/account/oidc-redirect');

describe('resolveTarget: redirect target after sign-in', () => {
  it.each([
    '//e',
    '///e',
    '/\\e',
    '\\\\e',
    '/\t/e',
    '/\n/e',
    '/..//e',
    '/.//e',
    '/%2e%2e//e',
    'https:e',
    'https://e',
    '//e@nl.example/',
    'http:/e',
    '/nl\r\nset-cookie: a=b',
    '/nl\u0000',
    '/nl\u2028',
    ' //e',
    ' /nl',
    'javascript:alert(1)',
    '/%2f%2fe',
    '/%2Fe',
    '/%5ce',
    '/%252f%252fe',
    '/nl/%0d%0aset-cookie:a',
    '/nl//e',
    'nl/cart',
    '',
    '?x',
    `/${'a'.repeat(2_001)}`,
    null,
    undefined,
    ['/nl/cart'],
    { path: '/nl/cart' },
  ])('P-16 AUTH-03 resolveTarget returns the home page for %j', (hostile) => {
    expect(resolve(hostile)).toBe('/nl');
  });

  it.each([
    ['/fr/account?x=1#y', '/fr/account?x=1#y'],
    ['/@e', '/@e'],
    ['/fr/search?q=1%2F2&page=3', '/fr/search?q=1%2F2&page=3'],
    ['/fr/p/pâtée', '/fr/p/p%C3%A2t%C3%A9e'],
    ['/nl/c/food/../meds', '/nl/c/meds'],
    ['/', '/'],
  ])('P-16 AUTH-13 resolveTarget returns the exact page of this site for %j', (path, expected) => {
    expect(resolve(path)).toBe(expected);
  });

  it.each([
    '/nl/account/sign-in?target=/nl/account/sign-in',
    '/fr/account/sign-out',
    '/en/account/signed-out/',
    '/fr/account/oidc-redirect?code=x',
  ])('P-11 resolveTarget never returns a step of signing in or out: %j', (path) => {
    expect(resolve(path)).toBe('/nl');
  });
});
