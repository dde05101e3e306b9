/**
 * Detects the locale for an address without a locale prefix: the stored cookie decides, then the browser's languages;
 * the default is French.
 */
import { createCookie } from '~/base/framework/server';
import { RemixI18Next } from 'remix-i18next/server';
import { fallbackLocale, isLocale, locales, type Locale } from './locales';
import type { AppContext } from '../../../server/context';

const yearSeconds = 365 * 24 * 60 * 60;

/** The cookie that stores the chosen locale. It is the only cookie of the shop that contains no secret. */
const localeCookie = createCookie('locale', {
  path: '/',
  sameSite: 'lax',
  maxAge: yearSeconds,
});

/** Languages of an `Accept-Language` header in order of preference; `q=0` excludes a language. */
function wantedLanguages(header: string): string[] {
  return header
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.toLowerCase().split(';');
      const quality = parameters.map((one) => /^\s*q=([\d.]+)/.exec(one)?.[1]).find(Boolean);
      return { language: tag.trim().split('-', 1)[0] ?? '', quality: Number(quality ?? 1) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language);
}

const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...locales],
    fallbackLanguage: fallbackLocale,
    cookie: localeCookie,
    order: ['cookie', 'custom'],
    // RemixI18Next considers only the first language of the header, so a browser with German first and English second
    // would get French.
    findLocale: (request) =>
      Promise.resolve(
        wantedLanguages(request.headers.get('accept-language') ?? '').find(isLocale) ?? null,
      ),
  },
});

export async function detectLocale(request: Request): Promise<Locale> {
  const found = await detector.getLocale(request);
  return isLocale(found) ? found : fallbackLocale;
}

/**
 * The cookie that stores the language of the opened page, whether the switcher or a link led to it. Null when an
 * address without a prefix would detect the same language anyway, and for programs, which send no `Accept-Language`
 * header or `*`.
 */
export async function rememberLocale({
  context,
  request,
  locale,
}: {
  context: AppContext;
  request: Request;
  locale: Locale;
}): Promise<string | null> {
  const { headers } = request;
  const isStated =
    (headers.get('accept-language') ?? '*') !== '*' ||
    (await localeCookie.parse(headers.get('cookie'))) !== null;
  if (!isStated || (await detectLocale(request)) === locale) return null;
  return localeCookie.serialize(locale, { secure: context.site.origin.startsWith('https:') });
}
