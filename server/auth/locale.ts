/** Locale prefixes of sign-in addresses; the app has its own list, because server and app share no code. */
export const locales = ['fr', 'nl', 'en'] as const;
export type Locale = (typeof locales)[number];

export const isLocale = (value: string | undefined): value is Locale =>
  value !== undefined && (locales as readonly string[]).includes(value);

function prefixOf(path: string): Locale | null {
  const [, first] = path.split(/[/?#]/, 2);
  return isLocale(first) ? first : null;
}

/** The locale of a path of this site; French when the path has no locale prefix. */
export const localeOf = (path: string): Locale => prefixOf(path) ?? 'fr';

const firstKnown = /(?:^|,)\s*(fr|nl|en)\b/i;

/**
 * The locale of a path, or the browser's preferred one when the path has none; browsers list languages in order of
 * preference.
 */
export function localeAsked(path: string, acceptLanguage: string | undefined): Locale {
  const prefix = prefixOf(path);
  if (prefix) return prefix;
  const wanted = firstKnown.exec(acceptLanguage ?? '')?.[1]?.toLowerCase();
  return isLocale(wanted) ? wanted : 'fr';
}

/** Values of the locale cookie: JSON in base64. */
const cookieLocales = new Map(locales.map((locale) => [btoa(JSON.stringify(locale)), locale]));

/**
 * Whether the requested page is in the language that the browser prefers, by its cookie or else its Accept-Language. A
 * program that sends neither, or `*`, gets no locale cookie.
 */
export function wantsLocale(browser: {
  path: string;
  cookie: string | undefined;
  acceptLanguage: string | undefined;
}): boolean {
  const { path, cookie = '', acceptLanguage = '*' } = browser;
  const wanted =
    cookieLocales.get(cookie) ?? (acceptLanguage === '*' ? null : localeAsked('/', acceptLanguage));
  return !wanted || wanted === localeOf(path);
}
