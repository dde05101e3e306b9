import type { LoaderFunctionArgs } from '~/framework/server';
import { listArticles } from '~/features/content/articles.server';
import { NewsList } from '~/features/content/news-list';
import { links } from '~/i18n/links';
import { viewData, useViewData } from '~/page/view-data';
import { openPage } from '~/page/page';
import { pageOf, readPaging } from '~/ui/page/paging';

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
