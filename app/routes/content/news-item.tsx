import type { LoaderFunctionArgs } from '@remix-run/node';
import { ArticlePage } from '~/features/content/article-page';
import { findArticle } from '~/features/content/articles.server';
import { visitorsMayCache } from '~/http/cache';
import { hold, useView } from '~/http/held';
import { notFound, openPage } from '~/http/page';

export const handle = { ...visitorsMayCache, onlyRead: true, noLists: true };

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const article = await findArticle(page, 'news');
    if (!article) throw notFound(page.url.pathname);
    const { title, foreword, alternates } = article;
    return hold(article, { title, alternates, ...(foreword ? { description: foreword } : {}) });
  });

export default function NewsItem() {
  return <ArticlePage article={useView<typeof loader>()} isNews={true} />;
}
