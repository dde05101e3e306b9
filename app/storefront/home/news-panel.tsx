import type { Headline } from '~/content/articles/latest-news.server';
import type { Block } from '~/base/page/optional';
import { CachedPart } from '~/base/page/cached-part';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';

export const NewsPanel = ({ news }: { news: Block<readonly Headline[]> }) => (
  <CachedPart as="section" className="panel" id="news" part={News} entry={news} />
);

/** The latest headlines, or a note if there are none. */
function News({ entry: news }: { entry: Block<readonly Headline[]> }) {
  const { t, locale } = useShop();
  return (
    <>
      <header>
        <h2>{t('home:news.title')}</h2>
        <a className="more" href={links.news(locale)}>
          {t('home:news.all')}
        </a>
      </header>
      {news.ok && news.value.length > 0 ? (
        <ul className="list">
          {news.value.map((item) => (
            <li key={item.id}>
              <p>
                <a href={item.href}>{item.title}</a>
                {item.foreword ? <span className="d">{item.foreword}</span> : null}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">{t(news.ok ? 'home:news.none' : 'home:unavailable')}</p>
      )}
    </>
  );
}
