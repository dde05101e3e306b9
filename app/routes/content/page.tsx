import { redirect, type LoaderFunctionArgs } from '~/base/framework/server';
import { ArticlePage } from '~/content/articles/article-page';
import { findArticle, findForeignArticle } from '~/content/articles/articles.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { noSuchKey, openPage } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const article = await findArticle(page, 'page');
    if (!article) {
      const own = await findForeignArticle(page, 'page');
      throw own === null ? noSuchKey(page) : redirect(own, 302);
    }
    const { title, foreword, alternates } = article;
    return viewData(article, { title, alternates, ...(foreword ? { description: foreword } : {}) });
  });

export default function ContentPage() {
  return <ArticlePage article={useViewData<typeof loader>()} isNews={false} />;
}
