import { describe, expect, it } from 'vitest';
import { idleMs } from '~/account/dashboard/session/session-life';
import { offlineExpressions } from '~/base/routing/match';
import { ownIdleMs } from './own-pages';
import {
  isKeepable,
  isKeepableFile,
  isShopPage,
  mayBeKept,
  mayBeSealed,
  offlinePath,
} from './keeping';

const routes = {
  visit: new RegExp(offlineExpressions.visit),
  keep: new RegExp(offlineExpressions.keep),
  seal: new RegExp(offlineExpressions.seal),
};
const at = (path: string): URL => new URL(path, 'https://shop.example');
const html = (cacheControl: string) => ({
  status: 200,
  type: 'basic',
  redirected: false,
  headers: new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': cacheControl,
  }),
});
const open = html('public, max-age=60');

describe('pages that the service worker stores', () => {
  it('PWA-01 AUTH-06 the stored pages of a customer expire with an idle session', () =>
    expect(ownIdleMs).toBe(idleMs));

  it.each([
    '/fr',
    '/fr/cart',
    '/fr/quick-order',
    '/fr/scan',
    '/fr/search?q=x',
    '/fr/selection',
    '/nl/account/wishlists',
    '/en/account/wishlists/7',
    '/fr/p/key',
    '/fr/c/a/b',
  ])('PWA-01 mayBeSealed allows a customer’s page %s to be stored encrypted', (path) =>
    expect(mayBeSealed(routes, at(path))).toBe(true),
  );

  it.each([
    '/fr/account',
    '/fr/account/sales',
    '/fr/account/sales/1',
    '/fr/account/profile',
    '/fr/cart-confirm',
    '/fr/account/documents',
    '/fr/account/wishlists/7/edit',
    '/fr/contact',
    '/fr/account/sign-out',
    '/fr/cart?code=1&state=2',
    '/fr/account/session',
  ])('PWA-01 mayBeSealed forbids storing a customer’s page %s', (path) =>
    expect(mayBeSealed(routes, at(path))).toBe(false),
  );

  it.each([
    '/fr/c/medicaments',
    '/nl/p/key/with/parts?sku=1',
    '/en/news',
    '/fr/page/livraison',
    '/fr/promotions',
  ])('PWA-01 mayBeKept allows the public page %s to be stored', (path) =>
    expect(mayBeKept(routes, at(path))).toBe(true),
  );

  it.each([
    '/fr',
    '/fr/account',
    '/fr/account/sales/1',
    '/fr/cart',
    '/fr/cart-confirm',
    '/fr/quick-order',
    '/fr/search?q=x',
    '/fr/selection',
    '/fr/vetgroup',
    '/c/x',
    '/fr/cx',
  ])('P-81 mayBeKept forbids storing the address %s as a public page', (path) =>
    expect(mayBeKept(routes, at(path))).toBe(false),
  );

  it.each(['/fr', '/fr/', '/fr/cart', '/fr/account/sales/1', '/nl/cart-confirm', '/fr/search?q=x'])(
    'PWA-01 isShopPage gives %s the offline page when the network fails',
    (path) => expect(isShopPage(routes, at(path))).toBe(true),
  );

  it.each([
    '/fr/account/sign-in?target=/fr',
    '/fr/account/sign-out',
    '/fr/account/oidc-redirect?code=1&state=2',
    '/fr/account/other-return?code=1&state=2',
    '/fr/account/other-return?error=denied&state=2',
    '/fr/account/new-password?token=1',
    '/fr/account/sales/1/download',
    '/fr/account/sales/1/csv',
    '/fr/account/smallads/1/document',
    '/fr/cart/import/template',
    '/fr/cart-confirm/payment?attempt=1',
    '/fr/cart-validated',
    '/healthz',
    '/sitemap.xml',
    '/',
  ])('P-81 isShopPage leaves %s to the network, as without a service worker', (path) =>
    expect(isShopPage(routes, at(path))).toBe(false),
  );

  it('PWA-01 isKeepable allows only complete pages that the shop declared public, and none after a redirect', () => {
    expect(isKeepable(open)).toBe(true);
    expect(isKeepable(html('private, no-store'))).toBe(false);
    expect(isKeepable(html(''))).toBe(false);
    for (const fact of [{ status: 404 }, { status: 206 }, { status: 503 }, { type: 'opaque' }])
      expect(isKeepable({ ...open, ...fact })).toBe(false);
    expect(isKeepable({ ...open, redirected: true })).toBe(false);
    const pdf = new Headers({ 'Content-Type': 'application/pdf', 'Cache-Control': 'public' });
    expect(isKeepable({ ...open, headers: pdf })).toBe(false);
  });

  it('PWA-01 isKeepableFile rejects a page that an intermediate network sends in place of a file', () => {
    expect(isKeepableFile(html('public, max-age=31536000, immutable'))).toBe(true);
    expect(isKeepableFile(open)).toBe(false);
    expect(isKeepableFile({ ...html('immutable'), redirected: true })).toBe(false);
  });

  it('I18N-01 the offline page has the language of the page that did not load', () => {
    expect(offlinePath('/nl/cart')).toBe('/nl/offline');
    expect(offlinePath('/fr')).toBe('/fr/offline');
    expect(offlinePath('/frites')).toBeNull();
  });
});
