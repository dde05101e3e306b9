/** Addresses of sign-in, written in one place. */
import { isLocale, type Locale } from './locale';

/** Longer ones lead back to the page without its query: encoded once more, they would not fit into a header. */
const longestTarget = 2_000;

export function signInPath(locale: string, target: string): string {
  const back = target.length > longestTarget ? (target.split('?', 1)[0] ?? '') : target;
  return `/${locale}/account/sign-in?target=${encodeURIComponent(back.slice(0, longestTarget))}`;
}

/** Query parameter of a sign-in address that the shop redirects to, maybe from a form (leave-page.ts). */
export const redirectedParameter = 'redirected';

/** The same for redirects: a form may be what they answer. */
export const signInRedirectPath = (locale: string, target: string): string =>
  `${signInPath(locale, target)}&${redirectedParameter}=1`;

/** The customer leaves: what is asked of this session needs to be good no more. */
export const isSignOut = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'POST' && /^\/\w+\/account\/sign-out$/.test(path);

export const signedOutPath = (locale: string): string => `/${locale}/account/signed-out`;

/** Not below a locale: the provider speaks none. */
export const backChannelPath = '/account/backchannel-logout';

/** Asks the provider without showing anything (AUTH-04). */
export const silentPath = (locale: Locale, target: string): string =>
  `${signInRedirectPath(locale, target)}&prompt=none`;

const steps = ['/account/sign-in', '/account/sign-out', '/account/signed-out'];

/** A step of signing in or out: none is a place to return to, and none starts a silent renewal. */
export function isSignInAddress(path: string, redirectPath: string): boolean {
  const [, first, ...rest] = path.replace(/\/$/, '').split('/');
  const below = `/${rest.join('/')}`;
  return isLocale(first) && (steps.includes(below) || below === redirectPath);
}
