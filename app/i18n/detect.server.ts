/** The locale of a visitor whose address names none: stored cookie, then the browser's languages, then French. */
import { createCookie } from '@remix-run/node';
import { RemixI18Next } from 'remix-i18next/server';
import { fallbackLocale, isLocale, locales, type Locale } from './locales';

const yearSeconds = 365 * 24 * 60 * 60;

/** The one cookie that is no secret; it holds nothing but the locale. */
export const localeCookie = createCookie('locale', {
  path: '/',
  sameSite: 'lax',
  maxAge: yearSeconds,
});

const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...locales],
    fallbackLanguage: fallbackLocale,
    cookie: localeCookie,
    order: ['cookie', 'header'],
  },
});

export async function detectLocale(request: Request): Promise<Locale> {
  const found = await detector.getLocale(request);
  return isLocale(found) ? found : fallbackLocale;
}
