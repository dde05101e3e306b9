/**
 * Addresses of news and pages for the sitemap (CMS-08). When the ERP is unavailable, the sitemap omits them and
 * contains only the catalogue.
 */
import type { AppContext } from '../../../server/context';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { locales, type Locale } from '~/base/i18n/locales';
import { listArticles } from './articles.server';

interface ArticleAddress {
  path: string;
  /** Addresses of the article in the languages in which it is published, and no others. */
  alternates: Partial<Record<Locale, string>>;
}

async function addressesOf(
  context: AppContext,
  locale: Locale,
  type: 'news' | 'page',
): Promise<ArticleAddress[]> {
  try {
    const articles = await listArticles({ context, locale }, type);
    return articles.map(({ path, alternates }) => ({
      path,
      alternates: { ...alternates, [locale]: path },
    }));
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    context.log.warn({ event: 'sitemap.articles_missing', type }, 'the sitemap names no articles');
    return [];
  }
}

export async function findArticleAddresses(
  context: AppContext,
): Promise<readonly ArticleAddress[]> {
  const parts = await Promise.all(
    locales.flatMap((locale) => [
      addressesOf(context, locale, 'news'),
      addressesOf(context, locale, 'page'),
    ]),
  );
  return parts.flat();
}
