import { useShop } from '~/http/shop';
import { links } from '~/i18n/links';
import { Crumbs } from '~/ui/page/crumbs';
import { Html } from '~/ui/html';
import type { Article } from './articles.server';

/** One news item or content page. */
export function ArticlePage({ article, isNews }: { article: Article; isNews: boolean }) {
  const { t, locale } = useShop();
  const home = { name: t('common:header.homeCrumb'), href: links.home(locale) };
  const news = { name: t('common:menu.news'), href: links.news(locale) };
  return (
    <>
      <Crumbs items={[home, ...(isNews ? [news] : []), { name: article.title }]} />
      <article className="panel block prose">
        <h1>{article.title}</h1>
        {article.foreword ? <p className="muted">{article.foreword}</p> : null}
        {article.content ? <Html html={article.content} /> : null}
      </article>
    </>
  );
}
