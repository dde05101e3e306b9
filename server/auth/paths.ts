/** Addresses of the steps of signing in and out. */
import { isLocale, type Locale } from './locale';

/**
 * Maximum length of a target with a query. A longer target loses its query: when encoded again, it would not fit into a
 * header.
 */
const longestTarget = 2_000;

export function signInPath(locale: string, target: string): string {
  const back = target.length > longestTarget ? (target.split('?', 1)[0] ?? '') : target;
  return `/${locale}/account/sign-in?target=${encodeURIComponent(back.slice(0, longestTarget))}`;
}

/** Query parameter that marks a redirect by the shop, which may follow a form post (leave-page.ts). */
export const redirectedParameter = 'redirected';

/** Sign-in address for redirects, which may answer a form post. */
export const signInRedirectPath = (locale: string, target: string): string =>
  `${signInPath(locale, target)}&${redirectedParameter}=1`;

/** Whether the customer is signing out: the session then needs no renewal. */
export const isSignOut = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'POST' && /^\/\w+\/account\/sign-out$/.test(path);

export const signedOutPath = (locale: string): string => `/${locale}/account/signed-out`;

/** This path has no locale prefix, because the provider calls it and has no locale. */
export const backChannelPath = '/account/backchannel-logout';

/** Sign-in address that asks the provider without showing a page (AUTH-04). */
export const silentPath = (locale: Locale, target: string): string =>
  `${signInRedirectPath(locale, target)}&prompt=none`;

const steps = ['/account/sign-in', '/account/sign-out', '/account/signed-out'];

/**
 * Whether the address is a step of signing in or out. Such an address is no return target and starts no silent sign-in.
 */
export function isSignInAddress(path: string, redirectPath: string): boolean {
  const [, first, ...rest] = path.replace(/\/$/, '').split('/');
  const below = `/${rest.join('/')}`;
  return isLocale(first) && (steps.includes(below) || below === redirectPath);
}
