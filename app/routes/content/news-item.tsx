import { redirect, type LoaderFunctionArgs } from '~/framework/server';
import { ArticlePage } from '~/features/content/article-page';
import { findArticle, findForeignArticle } from '~/features/content/articles.server';
import { viewData, useViewData } from '~/page/view-data';
import { noSuchKey, openPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const article = await findArticle(page, 'news');
    if (!article) {
      const own = await findForeignArticle(page, 'news');
      throw own === null ? noSuchKey(page) : redirect(own, 302);
    }
    const { title, foreword, alternates } = article;
    return viewData(article, { title, alternates, ...(foreword ? { description: foreword } : {}) });
  });

export default function NewsItem() {
  return <ArticlePage article={useViewData<typeof loader>()} isNews={true} />;
}
