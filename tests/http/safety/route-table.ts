/**
 * Every URL pattern of the shop, from the route table: a new route must behave as protected until it is listed here as
 * public, with the reason.
 */
import type { RouteConfigEntry } from '@remix-run/route-config';
import routes from '../../../app/routes';

export interface RouteAddress {
  /** Module of the route in the table. */
  file: string;
  /** Its id in the built manifest. */
  id: string;
  /** The pattern; `path` is a URL that it matches. */
  pattern: string;
  path: string;
}

const publicRoutes: Readonly<Record<string, string>> = {
  'system/unprefixed': 'leads to the same address below a language',
  'system/sitemap': 'for crawlers',
  'system/robots': 'for crawlers',
  'system/offline': 'kept for when there is no network',
  'system/manifest': 'the shop as an app, asked for without cookies',
  'system/bare-key': 'leads to a public product or category',
  'system/consent': 'visitors are asked too',
  'system/consent-banner': 'visitors close banners too',
  'shop/home': 'the catalogue is public',
  'shop/search': 'the catalogue is public',
  'shop/autocomplete': 'the catalogue is public',
  'shop/category': 'the catalogue is public',
  'shop/product': 'the catalogue is public',
  'shop/promotions': 'promotions are shown to visitors',
  'shop/cart': 'tells a visitor to sign in to continue (CART-09)',
  'shop/cart-sync': 'answers 401 itself: the queue stays in the browser (CART-08)',
  'shop/scan-lines': 'answers 401 itself: the queue stays in the browser',
  'account/sign-in': 'for who is not signed in',
  'account/sign-out': 'without a session it is no fault (AUTH-08)',
  'account/signed-out': 'seen after the session',
  'account/oidc-redirect': 'the return of a sign-in',
  'account/register': 'for who is not a customer yet',
  'account/registered': 'seen before there is an account',
  'content/contact': 'anybody may write',
  'content/contact-success': 'anybody may write',
  'content/newsletter': 'for visitors',
  'account/forgotten-password': 'for who cannot sign in',
  'account/new-password': 'opened by the token of a mail',
  'account/validate-email': 'opened by the token of a mail',
  'content/news': 'content is public',
  'content/news-item': 'content is public',
  'content/news-medium': 'content is public',
  'content/page': 'content is public',
  'content/forms': 'the ERP has public forms',
  'content/form': 'the ERP has public forms',
};

const nameOf = (file: string): string => file.replace(/^routes\/|\.tsx?$/g, '');

function flattened(entries: readonly RouteConfigEntry[], parent = ''): RouteAddress[] {
  return entries.flatMap((entry) => {
    const pattern = [parent, entry.path ?? ''].filter(Boolean).join('/');
    const path = `/${pattern}`
      .replace(':locale', 'fr')
      .replace(/:(\w+)/g, '1')
      .replace('*', 'x');
    const file = entry.file;
    const own = { file, id: entry.id ?? file.replace(/\.tsx?$/, ''), pattern: `/${pattern}`, path };
    // A layout has no URL.
    return entry.children ? flattened(entry.children, pattern) : [own];
  });
}

export const allRoutes: readonly RouteAddress[] = flattened(routes);
export const isPublic = ({ file }: RouteAddress): boolean => nameOf(file) in publicRoutes;
export const closedRoutes = allRoutes.filter((one) => !isPublic(one));

/** Names in the public list that no longer match a route. */
export const stalePublicNames = Object.keys(publicRoutes).filter(
  (name) => !allRoutes.some(({ file }) => nameOf(file) === name),
);

/** The pattern as a regular expression for paths; `*` spans segments. */
export function matcherOf({ pattern }: RouteAddress): RegExp {
  const source = pattern
    .split('/')
    .map((part) => {
      if (part === ':locale') return '(?:fr|nl|en)';
      if (part.startsWith(':')) return '[^/]+';
      return part === '*' ? '.+' : part.replace(/[.]/g, '\\.');
    })
    .join('/');
  return new RegExp(`^${source}$`);
}
