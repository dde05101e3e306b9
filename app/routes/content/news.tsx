import type { LoaderFunctionArgs } from '~/base/framework/server';
import { listArticles } from '~/content/articles/articles.server';
import { NewsList } from '~/content/articles/news-list';
import { links } from '~/base/i18n/links';
import { viewData, useViewData } from '~/base/page/view-data';
import { openPage } from '~/base/page/page';
import { pageOf, readPaging } from '~/base/ui/page/paging';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const paging = readPaging(page.url.searchParams, 'page_size');
    const view = pageOf(await listArticles(page, 'news'), paging);
    const own = links.news(page.locale);
    return viewData(view, {
      title: page.t('common:menu.news'),
      canonical: view.page > 1 ? `${own}?page=${view.page}` : own,
    });
  });

export default function News() {
  return <NewsList {...useViewData<typeof loader>()} />;
}
