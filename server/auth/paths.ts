/** Addresses of sign-in, written in one place. */
import { isLocale, type Locale } from './locale';

export const signInPath = (locale: string, target: string): string =>
  `/${locale}/account/sign-in?target=${encodeURIComponent(target)}`;

/** Asks the provider without showing anything (AUTH-04). */
export const silentPath = (locale: Locale, target: string): string =>
  `${signInPath(locale, target)}&prompt=none`;

const steps = ['/account/sign-in', '/account/sign-out', '/account/signed-out'];

/** A step of signing in or out: nobody is sent back to one, and none sends anybody on a detour. */
export function isSignInAddress(path: string, redirectPath: string): boolean {
  const [, first, ...rest] = path.replace(/\/$/, '').split('/');
  const below = `/${rest.join('/')}`;
  return isLocale(first) && (steps.includes(below) || below === redirectPath);
}
