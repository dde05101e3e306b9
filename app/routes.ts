/** The URL map, explicit: every page once, below its locale. */
import { index, prefix, route, type RouteConfig } from '@remix-run/route-config';

export default [
  index('routes/system/unprefixed-root.ts'),
  route('sitemap.xml', 'routes/system/sitemap.ts'),
  route('robots.txt', 'routes/system/robots.ts'),
  // No index route: its forms would have to name themselves with `?index`.
  route(':locale', 'routes/shop/home.tsx'),
  ...prefix(':locale', [
    route('search', 'routes/shop/search.tsx'),
    route('autocomplete', 'routes/shop/autocomplete.ts'),
    route('c/*', 'routes/shop/category.tsx'),
    route('p/*', 'routes/shop/product.tsx'),
    route('promotions', 'routes/shop/promotions.tsx'),
    route('selection', 'routes/shop/selection.tsx'),
    route('vetgroup', 'routes/shop/vetgroup.tsx'),
    route('account', 'routes/account/dashboard.tsx'),
    route('account/sign-in', 'routes/account/sign-in.tsx'),
    route('account/sign-out', 'routes/account/sign-out.tsx'),
    route('account/signed-out', 'routes/account/signed-out.tsx'),
    route('account/oidc-redirect', 'routes/account/oidc-redirect.tsx'),
    route('account/register', 'routes/account/register.tsx'),
    route('account/forgotten-password', 'routes/account/forgotten-password.tsx'),
    route('account/new-password', 'routes/account/new-password.tsx'),
    route('account/validate-email', 'routes/account/validate-email.tsx'),
    route('cart-confirm', 'routes/checkout/confirm.tsx'),
    route('cart-confirm/payment', 'routes/checkout/payment.tsx'),
    route('cart-validated', 'routes/checkout/validated.tsx'),
    route('account/sales', 'routes/account/orders.tsx'),
    route('account/sales/:id', 'routes/account/order.tsx'),
    route('account/sales/:id/again', 'routes/account/order-again.tsx'),
    route('account/sales/:id/download', 'routes/account/order-download.ts'),
    route('consent', 'routes/system/consent.tsx'),
    route('consent/banner', 'routes/system/consent-banner.ts'),
    route('cart', 'routes/shop/cart.tsx'),
    route('cart/sync', 'routes/shop/cart-sync.ts'),
    route('quick-order', 'routes/shop/quick-order.tsx'),
    route(':key', 'routes/system/bare-key.ts'),
    // Keys of categories span segments; what names nothing is a 404 there too.
    route('*', 'routes/system/bare-key.ts', { id: 'routes/system/deep-key' }),
  ]),
  route('*', 'routes/system/unprefixed.ts'),
] satisfies RouteConfig;
