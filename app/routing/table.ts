/**
 * The URL map: every page once, with its policy. Addresses stand here and in `app/i18n/links.ts`, nowhere else:
 * the server's limits, overload, body sizes, caches, scripts, robots, the service worker and log
 * areas derive from it. An address whose first segment is no locale is redirected by the route it
 * happens to match (page/page.ts).
 */
import type { TextKey } from '~/i18n/keys';
import type { RoutePolicy } from '../../server/http/policy/route-policy';

export interface RouteEntry {
  /** Pattern from the root; `:name` is one segment, a last `*` the rest. */
  pattern: string;
  /** Module of the route below `app`. */
  file: string;
  id: string;
  policy: RoutePolicy;
  /** Its name in the menu of the account; null: not listed there. */
  accountMenu: TextKey | null;
}

interface More {
  /** Where one module serves two patterns. */
  id?: string;
  accountMenu?: TextKey;
}

const at = (
  pattern: string,
  file: string,
  policy: RoutePolicy,
  { id = file.replace(/\.tsx?$/, ''), accountMenu }: More = {},
): RouteEntry => ({ pattern, file, id, policy, accountMenu: accountMenu ?? null });
const below = (pattern: string, file: string, policy: RoutePolicy, more?: More): RouteEntry =>
  at(`:locale/${pattern}`, file, policy, more);

const page: RoutePolicy = {
  guard: 'open',
  cache: 'never',
  scripts: 'all',
  layout: 'full',
  quiet: false,
  load: 'page',
  rate: { read: null, post: null },
  upload: null,
  robots: 'index',
  offline: 'browser',
  asksErp: false,
  area: 'other',
  anyText: false,
  kept: null,
  camera: false,
};
const catalogue: RoutePolicy = { ...page, cache: 'visitors', offline: 'keep' };
/** Lists of the customer's own. */
const ownCatalogue: RoutePolicy = { ...page, guard: 'customer', offline: 'seal' };
const content: RoutePolicy = { ...catalogue, scripts: 'customers', kept: [] };
/** People write to the distributor. */
const letter: RoutePolicy = { ...page, quiet: true };
const account: RoutePolicy = {
  ...page,
  guard: 'customer',
  quiet: true,
  robots: 'disallow',
  offline: 'visit',
  asksErp: true,
  area: 'account',
};
/** Forms that make the ERP send mail or open an account, from visitors and customers alike. */
const accountForm: RoutePolicy = {
  ...account,
  guard: 'open',
  rate: { read: null, post: 'account-form' },
};
const standingList: RoutePolicy = { ...account, offline: 'seal' };
const ad: RoutePolicy = { ...account, upload: 'document', rate: { read: null, post: 'ad' } };
const accountFile: RoutePolicy = { ...account, offline: 'browser' };
/** Cart, confirmation and payment: no step of an order is lost to overload. */
const order: RoutePolicy = {
  ...page,
  quiet: true,
  load: 'protected',
  robots: 'disallow',
  offline: 'visit',
  asksErp: true,
  area: 'cart',
};

export const routeTable: readonly RouteEntry[] = [
  at('', 'routes/system/unprefixed.ts', page),
  at('sitemap.xml', 'routes/system/sitemap.ts', page),
  at('robots.txt', 'routes/system/robots.ts', page),
  // No index route: its forms would have to name themselves with `?index`.
  at(':locale', 'routes/shop/home.tsx', {
    ...page,
    cache: 'visitors',
    area: 'home',
    asksErp: true,
    offline: 'seal',
    kept: [],
  }),
  below('search', 'routes/shop/search.tsx', {
    ...catalogue,
    area: 'search',
    rate: { read: 'search', post: null },
    robots: 'disallow',
    offline: 'seal',
  }),
  below('autocomplete', 'routes/shop/autocomplete.ts', {
    ...catalogue,
    cache: 'never',
    area: 'other',
    load: 'suggestion',
    rate: { read: 'suggest', post: null },
    robots: 'disallow',
    offline: 'browser',
  }),
  below('c/*', 'routes/shop/category.tsx', {
    ...catalogue,
    area: 'c',
    kept: ['page', 'per_page', 'sort'],
  }),
  below('p/*', 'routes/shop/product.tsx', {
    ...catalogue,
    area: 'p',
    kept: ['sku', 'picture'],
  }),
  below('promotions', 'routes/shop/promotions.tsx', {
    ...catalogue,
    area: 'promotions',
    kept: ['show', 'page', 'per_page', 'sort'],
  }),
  below('selection', 'routes/shop/selection.tsx', { ...ownCatalogue, area: 'selection' }),
  below('vetgroup', 'routes/shop/vetgroup.tsx', { ...ownCatalogue, area: 'vetgroup' }),
  below('account', 'routes/account/dashboard.tsx', account),
  below('account/sign-in', 'routes/account/sign-in.tsx', {
    ...account,
    guard: 'open',
    rate: { read: 'sign-in', post: 'password' },
    offline: 'browser',
  }),
  below('account/sign-out', 'routes/account/sign-out.tsx', {
    ...account,
    guard: 'open',
    load: 'protected',
    offline: 'leave',
  }),
  below('account/signed-out', 'routes/account/signed-out.tsx', { ...account, guard: 'open' }),
  below('account/session', 'routes/system/session.ts', {
    ...account,
    guard: 'customer',
    offline: 'browser',
  }),
  below('account/oidc-redirect', 'routes/account/oidc-redirect.tsx', {
    ...account,
    guard: 'open',
    layout: 'bare',
    load: 'callback',
    offline: 'browser',
  }),
  below('account/register', 'routes/account/register.tsx', accountForm),
  below('account/registered', 'routes/account/registered.tsx', { ...account, guard: 'open' }),
  below('account/forgotten-password', 'routes/account/forgotten-password.tsx', accountForm),
  below('account/new-password', 'routes/account/new-password.tsx', {
    ...accountForm,
    offline: 'browser',
  }),
  below('account/validate-email', 'routes/account/validate-email.tsx', {
    ...accountForm,
    offline: 'browser',
  }),
  below('cart-confirm', 'routes/checkout/confirm.tsx', {
    ...order,
    guard: 'customer',
    area: 'cart-confirm',
  }),
  below('cart-confirm/payment', 'routes/checkout/payment.tsx', {
    ...order,
    guard: 'customer',
    area: 'cart-confirm',
    offline: 'browser',
  }),
  below('cart-validated', 'routes/checkout/validated.tsx', {
    ...order,
    guard: 'customer',
    area: 'cart-validated',
    offline: 'browser',
  }),
  below('account/sales', 'routes/account/orders.tsx', account, {
    accountMenu: 'common:menu.orders',
  }),
  below('account/sales/:id', 'routes/account/order.tsx', account),
  below('account/sales/:id/again', 'routes/account/order-again.tsx', account),
  below('account/sales/:id/download', 'routes/account/order-download.ts', accountFile),
  below('account/sales/:id/csv', 'routes/account/order-csv.ts', accountFile),
  below('account/invoices/:id/download', 'routes/account/invoice-download.ts', accountFile),
  below('account/wishlists', 'routes/account/wishlists.tsx', standingList, {
    accountMenu: 'common:menu.wishlists',
  }),
  below('account/wishlists/:id', 'routes/account/wishlist.tsx', standingList),
  below('account/wishlists/:id/edit', 'routes/account/wishlist-edit.tsx', account),
  below('account/quotations', 'routes/account/quotations.tsx', account, {
    accountMenu: 'common:menu.quotations',
  }),
  below('account/quotations/:id', 'routes/account/quotation.tsx', account),
  below('account/quotations/:id/download', 'routes/account/quotation-download.ts', accountFile),
  below('account/products_on_order', 'routes/account/products-on-order.tsx', account, {
    accountMenu: 'common:menu.productsOnOrder',
  }),
  below('account/products_on_order/:id/cancel', 'routes/account/cancel-backorder.tsx', account),
  below('account/documents', 'routes/account/documents.tsx', account, {
    accountMenu: 'documents:title',
  }),
  below('account/documents/:id/download', 'routes/account/document-download.ts', accountFile),
  below('account/documents/month/:month', 'routes/account/documents-month.ts', accountFile),
  below('account/smallads', 'routes/account/small-ads.tsx', account, {
    accountMenu: 'small-ads:title',
  }),
  below('account/smallads/new', 'routes/account/small-ad-new.tsx', ad),
  below('account/smallads/:id', 'routes/account/small-ad.tsx', ad),
  below('account/smallads/:id/document', 'routes/account/small-ad-document.ts', accountFile),
  below('account/keep', 'routes/account/save-product.tsx', account),
  below(
    'account/profile',
    'routes/account/profile.tsx',
    { ...account, rate: accountForm.rate },
    { accountMenu: 'profile:title' },
  ),
  below('news', 'routes/content/news.tsx', {
    ...content,
    area: 'news',
    kept: ['page', 'page_size'],
  }),
  below('news/*', 'routes/content/news-item.tsx', { ...content, area: 'news' }),
  below('news-media/:id/:part', 'routes/content/news-medium.ts', page),
  below('page/*', 'routes/content/page.tsx', { ...content, area: 'page' }),
  below('form', 'routes/content/forms.tsx', { ...letter, area: 'form' }),
  below('form/:code', 'routes/content/form.tsx', {
    ...letter,
    area: 'form',
    upload: 'letter',
    rate: accountForm.rate,
  }),
  below('contact', 'routes/content/contact.tsx', {
    ...letter,
    area: 'contact',
    upload: 'letter',
    rate: accountForm.rate,
  }),
  below('contact-success', 'routes/content/contact-success.tsx', letter),
  below('newsletter', 'routes/content/newsletter.tsx', { ...letter, rate: accountForm.rate }),
  below('consent', 'routes/system/consent.tsx', page),
  below('consent/banner', 'routes/system/consent-banner.ts', page),
  below('cart', 'routes/shop/cart.tsx', { ...order, offline: 'seal' }),
  below('cart/sync', 'routes/shop/cart-sync.ts', {
    ...order,
    rate: { read: null, post: 'sync' },
    offline: 'browser',
  }),
  below('cart/import', 'routes/shop/cart-import.tsx', {
    ...order,
    guard: 'customer',
    upload: 'order-file',
  }),
  below('cart/import/template', 'routes/shop/cart-import-template.ts', {
    ...order,
    guard: 'customer',
    offline: 'browser',
  }),
  below('cart/csv', 'routes/shop/cart-csv.ts', { ...order, guard: 'customer', offline: 'browser' }),
  below('quick-order', 'routes/shop/quick-order.tsx', {
    ...ownCatalogue,
    area: 'quick-order',
    camera: true,
    upload: 'order-file',
    rate: { read: null, post: 'quick-order' },
    robots: 'disallow',
  }),
  below('scan', 'routes/shop/scan.tsx', {
    ...ownCatalogue,
    area: 'quick-order',
    camera: true,
    robots: 'disallow',
  }),
  below('scan/lines', 'routes/shop/scan-lines.ts', {
    ...page,
    area: 'quick-order',
    rate: { read: null, post: 'quick-order' },
    robots: 'disallow',
    offline: 'browser',
  }),
  below('offline', 'routes/system/offline.tsx', {
    ...page,
    cache: 'visitors',
    layout: 'bare',
  }),
  below('manifest.webmanifest', 'routes/system/manifest.ts', page),
  below(':key', 'routes/system/bare-key.ts', { ...page, anyText: true }),
  // Keys of categories span segments; what names nothing is a 404 there too.
  below(
    '*',
    'routes/system/bare-key.ts',
    { ...page, anyText: true },
    { id: 'routes/system/deep-key' },
  ),
];
