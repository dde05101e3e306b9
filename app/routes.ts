/** The URL map, explicit: every page once, below its locale. */
import { index, prefix, route, type RouteConfig } from '@remix-run/route-config';

export default [
  index('routes/system/unprefixed-root.ts'),
  ...prefix(':locale', [
    index('routes/shop/home.tsx'),
    route('consent', 'routes/system/consent.tsx'),
    route('consent/banner', 'routes/system/consent-banner.ts'),
    route(':key', 'routes/system/bare-key.ts'),
    route('*', 'routes/system/unmatched.ts'),
  ]),
  route('*', 'routes/system/unprefixed.ts'),
] satisfies RouteConfig;
