/**
 * Redirects an address without a locale to the same address below the detected locale (I18N-01). The router cannot do
 * that: a first segment may be any text, so `/search` looks like a home page and `/p/x` like a key.
 */
import { redirect } from '~/base/framework/server';
import { detectLocale } from '~/base/i18n/detect.server';
import { isLocale, type Locale } from '~/base/i18n/locales';

/** Matches a first path segment that is a language tag and not a page of the shop: `FR`, `fr-BE`, `de`. */
const languageTag = /^[a-z]{2}(-[a-z0-9]{2,8})*$/i;
/** Matches paths of files, and paths that only programs request; no locale has a page at these paths. */
const noPage = /^\/(assets\/|icons\/|\.|[^/.]*\.[^/]*$)/;

const namedBy = (tag: string): Locale | null => {
  const language = tag.slice(0, 2).toLowerCase();
  return isLocale(language) ? language : null;
};

/**
 * The redirect to the address with a locale. Null when no locale has a page there, or for any method other than GET and
 * HEAD.
 */
export async function redirectToLocale(request: Request): Promise<Response | null> {
  const { pathname, search } = new URL(request.url);
  if (!['GET', 'HEAD'].includes(request.method) || noPage.test(pathname)) return null;
  const [first = '', ...rest] = pathname.split('/').filter(Boolean);
  const isTag = languageTag.test(first);
  const locale = (isTag ? namedBy(first) : null) ?? (await detectLocale(request));
  const below = isTag ? rest : [first, ...rest].filter(Boolean);
  return redirect(`/${[locale, ...below].join('/')}${search}`, {
    headers: { Vary: 'Cookie, Accept-Language', 'Cache-Control': 'private, no-store' },
  });
}
