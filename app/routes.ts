/**
 * The route tree, with the policy of every page: document (root.tsx) → locale layout → account or checkout layout →
 * page. Addresses are defined only here and in `app/base/i18n/links.ts`. The server derives from the policies: rate
 * limits, load shedding, body sizes, caches, scripts, robots.txt, the service worker and log areas. The matched route
 * redirects an address whose first segment is not a locale (page/page.ts).
 *
 * A layout provides the frame and an error boundary, but no permission: loaders run in parallel, so each page has its
 * own guard.
 */
import type { RouteConfigEntry } from '@remix-run/route-config';
import {
  openPolicy,
  cataloguePolicy,
  ownCataloguePolicy,
  contentPolicy,
  letterPolicy,
  accountPolicy,
  accountFormPolicy,
  standingListPolicy,
  adPolicy,
  accountFilePolicy,
  orderPolicy,
} from './base/routing/policies';
import { layoutOf, localeRoute, routeAt, type RouteNode } from './base/routing/tree';

/** Matches any text below an address: an old key redirects to its page, everything else is a 404 in the layout. */
const anyKeyRoute = (pattern: string, id: string): RouteNode =>
  localeRoute(pattern, 'routes/system/bare-key.ts', { ...openPolicy, anyText: true }, { id });

const accountRoutes: readonly RouteNode[] = [
  localeRoute('account', 'routes/account/dashboard.tsx', accountPolicy),
  localeRoute('account/session', 'routes/system/session.ts', {
    ...accountPolicy,
    offline: 'browser',
  }),
  localeRoute('account/sales', 'routes/account/orders.tsx', accountPolicy, {
    accountMenu: 'common:menu.orders',
  }),
  localeRoute('account/sales/:id', 'routes/account/order.tsx', accountPolicy),
  localeRoute('account/sales/:id/again', 'routes/account/order-again.tsx', accountPolicy),
  localeRoute('account/sales/:id/download', 'routes/account/order-download.ts', accountFilePolicy),
  localeRoute('account/sales/:id/csv', 'routes/account/order-csv.ts', accountFilePolicy),
  localeRoute(
    'account/invoices/:id/download',
    'routes/account/invoice-download.ts',
    accountFilePolicy,
  ),
  localeRoute('account/wishlists', 'routes/account/wishlists.tsx', standingListPolicy, {
    accountMenu: 'common:menu.wishlists',
  }),
  localeRoute('account/wishlists/:id', 'routes/account/wishlist.tsx', standingListPolicy),
  localeRoute('account/wishlists/:id/edit', 'routes/account/wishlist-edit.tsx', accountPolicy),
  localeRoute('account/quotations', 'routes/account/quotations.tsx', accountPolicy, {
    accountMenu: 'common:menu.quotations',
  }),
  localeRoute('account/quotations/:id', 'routes/account/quotation.tsx', accountPolicy),
  localeRoute(
    'account/quotations/:id/download',
    'routes/account/quotation-download.ts',
    accountFilePolicy,
  ),
  localeRoute('account/products_on_order', 'routes/account/products-on-order.tsx', accountPolicy, {
    accountMenu: 'common:menu.productsOnOrder',
  }),
  localeRoute(
    'account/products_on_order/:id/cancel',
    'routes/account/cancel-backorder.tsx',
    accountPolicy,
  ),
  localeRoute('account/documents', 'routes/account/documents.tsx', accountPolicy, {
    accountMenu: 'documents:title',
  }),
  localeRoute(
    'account/documents/:id/download',
    'routes/account/document-download.ts',
    accountFilePolicy,
  ),
  localeRoute(
    'account/documents/month/:month',
    'routes/account/documents-month.ts',
    accountFilePolicy,
  ),
  localeRoute('account/smallads', 'routes/account/small-ads.tsx', accountPolicy, {
    accountMenu: 'small-ads:title',
  }),
  localeRoute('account/smallads/new', 'routes/account/small-ad-new.tsx', adPolicy),
  localeRoute('account/smallads/:id', 'routes/account/small-ad.tsx', adPolicy),
  localeRoute(
    'account/smallads/:id/document',
    'routes/account/small-ad-document.ts',
    accountFilePolicy,
  ),
  localeRoute('account/alerts', 'routes/account/promo-alerts.tsx', accountPolicy, {
    accountMenu: 'save-product:alerts.title',
  }),
  localeRoute('account/keep', 'routes/account/save-product.tsx', accountPolicy),
  localeRoute(
    'account/profile',
    'routes/account/profile.tsx',
    { ...accountPolicy, rate: accountFormPolicy.rate },
    { accountMenu: 'profile:title' },
  ),
  // An unknown address below the account renders a 404 with the account menu.
  anyKeyRoute('account/*', 'routes/account/unknown'),
];

const checkoutRoutes: readonly RouteNode[] = [
  localeRoute('cart-confirm', 'routes/checkout/confirm.tsx', {
    ...orderPolicy,
    guard: 'customer',
    area: 'cart-confirm',
  }),
  localeRoute('cart-confirm/payment', 'routes/checkout/payment.tsx', {
    ...orderPolicy,
    guard: 'customer',
    area: 'cart-confirm',
    offline: 'browser',
  }),
  localeRoute('cart-validated', 'routes/checkout/validated.tsx', {
    ...orderPolicy,
    guard: 'customer',
    area: 'cart-validated',
    offline: 'browser',
  }),
  anyKeyRoute('cart-confirm/*', 'routes/checkout/unknown'),
];

/** Sign-in, sign-out, and forms for people who have no account yet. */
const signInRoutes: readonly RouteNode[] = [
  localeRoute('account/sign-in', 'routes/account/sign-in.tsx', {
    ...accountPolicy,
    guard: 'open',
    rate: { read: 'sign-in', post: 'password' },
    offline: 'browser',
  }),
  localeRoute('account/sign-out', 'routes/account/sign-out.tsx', {
    ...accountPolicy,
    guard: 'open',
    load: 'protected',
    offline: 'leave',
  }),
  localeRoute('account/signed-out', 'routes/account/signed-out.tsx', {
    ...accountPolicy,
    guard: 'open',
  }),
  localeRoute('account/oidc-redirect', 'routes/account/oidc-redirect.tsx', {
    ...accountPolicy,
    guard: 'open',
    layout: 'bare',
    load: 'callback',
    offline: 'browser',
  }),
  localeRoute('account/register', 'routes/account/register.tsx', accountFormPolicy),
  localeRoute('account/registered', 'routes/account/registered.tsx', {
    ...accountPolicy,
    guard: 'open',
  }),
  localeRoute(
    'account/forgotten-password',
    'routes/account/forgotten-password.tsx',
    accountFormPolicy,
  ),
  localeRoute('account/new-password', 'routes/account/new-password.tsx', {
    ...accountFormPolicy,
    offline: 'browser',
  }),
  localeRoute('account/validate-email', 'routes/account/validate-email.tsx', {
    ...accountFormPolicy,
    offline: 'browser',
  }),
];

const catalogueRoutes: readonly RouteNode[] = [
  // Not an index route: its forms would have to post to `?index`.
  routeAt(':locale', 'routes/shop/home.tsx', {
    ...openPolicy,
    cache: 'visitors',
    area: 'home',
    asksErp: true,
    offline: 'seal',
    kept: [],
  }),
  localeRoute('search', 'routes/shop/search.tsx', {
    ...cataloguePolicy,
    area: 'search',
    rate: { read: 'search', post: null },
    robots: 'disallow',
    offline: 'seal',
    kept: ['q', 'page', 'per_page', 'sort'],
  }),
  localeRoute('autocomplete', 'routes/shop/autocomplete.ts', {
    ...cataloguePolicy,
    cache: 'never',
    area: 'other',
    load: 'suggestion',
    rate: { read: 'suggest', post: null },
    robots: 'disallow',
    offline: 'browser',
  }),
  localeRoute('c/*', 'routes/shop/category.tsx', {
    ...cataloguePolicy,
    area: 'c',
    kept: ['page', 'per_page', 'sort'],
  }),
  localeRoute('p/*', 'routes/shop/product.tsx', {
    ...cataloguePolicy,
    area: 'p',
    kept: ['sku', 'picture'],
  }),
  localeRoute('promotions', 'routes/shop/promotions.tsx', {
    ...cataloguePolicy,
    area: 'promotions',
    kept: ['show', 'page', 'per_page', 'sort'],
  }),
  localeRoute('selection', 'routes/shop/selection.tsx', {
    ...ownCataloguePolicy,
    area: 'selection',
  }),
  localeRoute('vetgroup', 'routes/shop/vetgroup.tsx', { ...ownCataloguePolicy, area: 'vetgroup' }),
  localeRoute('cart', 'routes/shop/cart.tsx', { ...orderPolicy, offline: 'seal' }),
  localeRoute('cart/sync', 'routes/shop/cart-sync.ts', {
    ...orderPolicy,
    rate: { read: null, post: 'sync' },
    offline: 'browser',
  }),
  localeRoute(
    'cart/import',
    'routes/shop/cart-import.tsx',
    { ...orderPolicy, guard: 'customer', upload: 'order-file' },
    { accountMenu: 'cart:import.title' },
  ),
  localeRoute('cart/import/template', 'routes/shop/cart-import-template.ts', {
    ...orderPolicy,
    guard: 'customer',
    offline: 'browser',
  }),
  localeRoute('cart/csv', 'routes/shop/cart-csv.ts', {
    ...orderPolicy,
    guard: 'customer',
    offline: 'browser',
  }),
  localeRoute('quick-order', 'routes/shop/quick-order.tsx', {
    ...ownCataloguePolicy,
    area: 'quick-order',
    camera: true,
    upload: 'order-file',
    rate: { read: null, post: 'quick-order' },
    robots: 'disallow',
  }),
  localeRoute('scan', 'routes/shop/scan.tsx', {
    ...ownCataloguePolicy,
    area: 'quick-order',
    camera: true,
    robots: 'disallow',
  }),
  localeRoute('scan/lines', 'routes/shop/scan-lines.ts', {
    ...openPolicy,
    area: 'quick-order',
    rate: { read: null, post: 'quick-order' },
    robots: 'disallow',
    offline: 'browser',
  }),
  localeRoute('offline', 'routes/system/offline.tsx', {
    ...openPolicy,
    cache: 'visitors',
    layout: 'bare',
  }),
  localeRoute('manifest.webmanifest', 'routes/system/manifest.ts', openPolicy),
];

const contentRoutes: readonly RouteNode[] = [
  localeRoute('news', 'routes/content/news.tsx', {
    ...contentPolicy,
    area: 'news',
    kept: ['page', 'page_size'],
  }),
  localeRoute('news/*', 'routes/content/news-item.tsx', { ...contentPolicy, area: 'news' }),
  localeRoute('news-media/:id/:part', 'routes/content/news-medium.ts', openPolicy),
  localeRoute('page/*', 'routes/content/page.tsx', { ...contentPolicy, area: 'page' }),
  localeRoute(
    'form',
    'routes/content/forms.tsx',
    { ...letterPolicy, area: 'form' },
    { accountMenu: 'forms:title' },
  ),
  localeRoute('form/:code', 'routes/content/form.tsx', {
    ...letterPolicy,
    area: 'form',
    upload: 'letter',
    rate: accountFormPolicy.rate,
  }),
  localeRoute('contact', 'routes/content/contact.tsx', {
    ...letterPolicy,
    area: 'contact',
    upload: 'letter',
    rate: accountFormPolicy.rate,
  }),
  localeRoute('contact-success', 'routes/content/contact-success.tsx', letterPolicy),
  localeRoute('newsletter', 'routes/content/newsletter.tsx', {
    ...letterPolicy,
    rate: accountFormPolicy.rate,
  }),
  localeRoute('consent', 'routes/system/consent.tsx', openPolicy),
  localeRoute('consent/banner', 'routes/system/consent-banner.ts', openPolicy),
];

const keyRoutes: readonly RouteNode[] = [
  anyKeyRoute(':key', 'routes/system/bare-key'),
  // Category keys span several segments; an unknown key is a 404 there too.
  anyKeyRoute('*', 'routes/system/deep-key'),
];

export const routeTree: readonly RouteNode[] = [
  routeAt('', 'routes/system/unprefixed.ts', openPolicy),
  routeAt('sitemap.xml', 'routes/system/sitemap.ts', openPolicy),
  routeAt('robots.txt', 'routes/system/robots.ts', openPolicy),
  layoutOf('routes/locale/layout.tsx', [
    layoutOf('routes/locale/page-boundary.tsx', [
      ...catalogueRoutes,
      ...contentRoutes,
      ...signInRoutes,
    ]),
    layoutOf('routes/checkout/layout.tsx', checkoutRoutes),
    layoutOf('routes/account/layout.tsx', accountRoutes),
    // Must be last: the first pattern that matches an address wins.
    layoutOf('routes/locale/page-boundary.tsx', keyRoutes, 'routes/locale/key-boundary'),
  ]),
];

/**
 * Path segments are case-sensitive: the server redirects other cases to the canonical spelling (server/http/address).
 */
const configOf = (node: RouteNode): RouteConfigEntry =>
  'layout' in node
    ? { id: node.id, file: node.layout, children: node.children.map(configOf) }
    : {
        id: node.id,
        file: node.file,
        caseSensitive: true,
        ...(node.pattern === '' ? { index: true } : { path: node.pattern }),
      };

/** The route configuration in the form that the Remix build expects. */
export default routeTree.map(configOf);
