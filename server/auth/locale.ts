/** Locale prefixes as sign-in addresses use them; the app has its own list (server and app share no code). */
export const locales = ['fr', 'nl', 'en'] as const;
export type Locale = (typeof locales)[number];

export const isLocale = (value: string | undefined): value is Locale =>
  value !== undefined && (locales as readonly string[]).includes(value);

function prefixOf(path: string): Locale | null {
  const [, first] = path.split(/[/?#]/, 2);
  return isLocale(first) ? first : null;
}

/** The locale of a path of this site; French for what has no prefix. */
export const localeOf = (path: string): Locale => prefixOf(path) ?? 'fr';

const firstKnown = /(?:^|,)\s*(fr|nl|en)\b/i;

/** The locale of a path, or the browser's own where the path has none; browsers list their languages in order. */
export function localeAsked(path: string, acceptLanguage: string | undefined): Locale {
  const prefix = prefixOf(path);
  if (prefix) return prefix;
  const wanted = firstKnown.exec(acceptLanguage ?? '')?.[1]?.toLowerCase();
  return isLocale(wanted) ? wanted : 'fr';
}

/** As the locale cookie holds it: JSON in base64. */
const kept = new Map(locales.map((locale) => [btoa(JSON.stringify(locale)), locale]));

/**
 * Whether a browser is known to want the language of the page that it opens: by its cookie, else by its list of
 * languages. A program, which sends neither or `*`, wants no language to be remembered.
 */
export function wantsLocale(browser: {
  path: string;
  cookie: string | undefined;
  acceptLanguage: string | undefined;
}): boolean {
  const { path, cookie = '', acceptLanguage = '*' } = browser;
  const wanted =
    kept.get(cookie) ?? (acceptLanguage === '*' ? null : localeAsked('/', acceptLanguage));
  return !wanted || wanted === localeOf(path);
}
