import type { LoaderFunctionArgs } from '@remix-run/node';
import { listArticles } from '~/features/content/articles.server';
import { NewsList } from '~/features/content/news-list';
import { visitorsMayCache } from '~/http/cache';
import { hold, useView } from '~/http/held';
import { openPage } from '~/http/page';

export const handle = { ...visitorsMayCache, onlyRead: true, noLists: true };
const sizes = [10, 20, 50];

const wholeNumber = (text: string | null): number => {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? number : 1;
};

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const all = await listArticles(page, 'news');
    const asked = wholeNumber(page.url.searchParams.get('page_size'));
    const size = sizes.includes(asked) ? asked : 10;
    const pageCount = Math.max(1, Math.ceil(all.length / size));
    const current = Math.min(pageCount, wholeNumber(page.url.searchParams.get('page')));
    const from = (current - 1) * size;
    const items = all.slice(from, from + size);
    return hold(
      {
        items,
        total: all.length,
        page: current,
        pageCount,
        from: from + 1,
        to: from + items.length,
        size,
        sizes,
      },
      { title: page.t('common:menu.news') },
    );
  });

export default function News() {
  return <NewsList {...useView<typeof loader>()} />;
}
