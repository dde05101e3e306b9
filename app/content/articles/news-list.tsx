import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Pager } from '~/base/ui/page/pager';
import type { Article } from './articles.server';

interface NewsListProps {
  items: readonly Article[];
  total: number;
  page: number;
  pageCount: number;
  from: number;
  to: number;
  size: number;
  sizes: readonly number[];
}

/** All published news, newest first (CMS-01). */
export function NewsList({ items, ...paging }: NewsListProps) {
  const { t, locale } = useShop();
  const havePictures = items.some(({ thumbnail }) => thumbnail);
  const address = ({ page = 1, size = paging.size }): string =>
    `${links.news(locale)}?page=${page}&page_size=${size}`;
  return (
    <>
      <Crumbs
        items={[
          { name: t('common:home'), href: links.home(locale) },
          { name: t('common:menu.news') },
        ]}
      />
      <h1 className="head">{t('common:menu.news')}</h1>
      {items.length > 0 ? (
        <ul className="panel list">
          {items.map(({ id, path, title, foreword, thumbnail }) => (
            <li key={id}>
              {thumbnail ? (
                <img
                  src={links.newsMedium(locale, id, 'thumbnail')}
                  alt=""
                  width="96"
                  height="54"
                  loading="lazy"
                />
              ) : havePictures ? (
                // An empty picture that aligns titles without a picture with the others.
                <svg width="96" height="54" aria-hidden="true" />
              ) : null}
              <p>
                <a href={path}>{title}</a>
                {foreword ? <span className="d">{foreword}</span> : null}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <p className="panel muted">{t('home:news.none')}</p>
      )}
      {paging.total > 0 ? <Pager {...paging} href={address} /> : null}
    </>
  );
}
