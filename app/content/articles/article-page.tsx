import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { fileKind } from '~/base/kernel/file-kind';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Html } from '~/base/ui/html';
import { Icon } from '~/base/ui/icon';
import type { Article } from './articles.server';

/** One news item or content page. */
export function ArticlePage({ article, isNews }: { article: Article; isNews: boolean }) {
  const { t, locale } = useShop();
  const home = { name: t('common:home'), href: links.home(locale) };
  const news = { name: t('common:menu.news'), href: links.news(locale) };
  return (
    <>
      <Crumbs items={[home, ...(isNews ? [news] : []), { name: article.title }]} />
      <article className="panel block prose">
        <h1>{article.title}</h1>
        {article.foreword ? <p className="muted">{article.foreword}</p> : null}
        {article.image ? (
          <img
            className="lead-picture"
            src={links.newsMedium(locale, article.id, 'image')}
            alt={article.image.name}
          />
        ) : null}
        {article.content ? <Html html={article.content} /> : null}
        {article.file ? (
          <p>
            <a className="btn quiet" href={links.newsMedium(locale, article.id, 'file')} download>
              <Icon name="doc" small />
              {t('common:article.file', {
                name: article.file.name,
                kind: fileKind(article.file.name) || t('common:article.fileKind'),
              })}
            </a>
          </p>
        ) : null}
      </article>
    </>
  );
}
