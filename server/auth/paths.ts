/** Addresses of sign-in, written in one place. */
import type { Locale } from './locale';

export const signInPath = (locale: string, target: string): string =>
  `/${locale}/account/sign-in?target=${encodeURIComponent(target)}`;

/** Asks the provider without showing anything (AUTH-04). */
export const silentPath = (locale: Locale, target: string): string =>
  `${signInPath(locale, target)}&prompt=none`;
