import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Empty } from '~/base/ui/notice';

/** Maximum length of the beginning of the search text that the page offers as a search. */
const offeredLength = 60;

/** True for text with a word that is too long to be a real word and does not fit the button on a phone. */
const isEndless = (text: string): boolean => /\S{25}/.test(text);

/**
 * The page for a search text that is too long (P-38). It offers to search the beginning of the text, and links to the
 * quick order page, which parses lists of codes.
 */
export function TooLongPage({ text }: { text: string }) {
  const { t, locale, mayOrder } = useShop();
  const beginning = text.slice(0, offeredLength).replace(/\s\S*$/, '');
  return (
    <>
      <Crumbs
        items={[{ name: t('common:home'), href: links.home(locale) }, { name: t('search:title') }]}
      />
      <h1 className="vh">{t('search:title')}</h1>
      <Empty
        icon="search"
        level={2}
        title={t('search:tooLong.title')}
        actions={
          <>
            {beginning && !isEndless(beginning) ? (
              <a className="btn small" href={links.search(locale, beginning)}>
                {t('search:tooLong.shorter', { text: beginning })}
              </a>
            ) : null}
            {mayOrder ? (
              <a className="btn quiet small" href={links.quickOrder(locale)}>
                {t('search:tooLong.quickOrder')}
              </a>
            ) : null}
          </>
        }
      >
        <p>{t('search:tooLong.text')}</p>
        {mayOrder ? <p>{t('search:tooLong.list')}</p> : null}
      </Empty>
    </>
  );
}
