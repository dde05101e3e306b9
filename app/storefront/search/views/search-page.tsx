import { Fragment } from 'react';
import { readProductCode } from '~/catalogue/products/codes/product-code';
import { skuOf } from '~/catalogue/products/product';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Empty } from '~/base/ui/notice';
import { filterCount } from '../criteria';
import type { NoHitsHelp } from '../text/no-hits.server';
import { ListingView, useTotal, type ListingPage } from './listing-view';
import { ReadNotice, WordsAlone } from './read-notice';
import { listingAddress } from '../listing-address';

function Spellings({ page }: { page: ListingPage }) {
  const { t, locale } = useShop();
  const { spellings } = page.listing;
  if (spellings.length === 0) return null;
  return (
    <b>
      {t('search:didYouMean')}{' '}
      {spellings.map((text, position) => (
        <Fragment key={text}>
          {position > 0 ? ', ' : null}
          <a href={links.search(locale, text)}>{text}</a>
        </Fragment>
      ))}
      {t('search:didYouMeanEnd')}
    </b>
  );
}

function NoHits({ page, help }: { page: ListingPage; help: NoHitsHelp | null }) {
  const { t, locale } = useShop();
  const { criteria } = page.listing;
  const { names: similarNames = [], categories = [] } = help ?? {};
  const filtered = filterCount(criteria) > 0;
  return (
    <Empty
      icon="search"
      level={2}
      title={
        criteria.text ? t('search:none.titleFor', { text: criteria.text }) : t('search:none.title')
      }
      actions={
        <>
          {filtered ? (
            <a
              className="btn small"
              href={listingAddress(page.base, { ...criteria, filters: {}, page: 1 })}
            >
              {t('search:none.withoutFilters')}
            </a>
          ) : null}
          <a className="btn quiet small" href={links.contact(locale, criteria.text)}>
            {t('search:none.contact')}
          </a>
        </>
      }
    >
      <p>{filtered ? t('search:none.filtered') : t('search:none.hint')}</p>
      {readProductCode(criteria.text).misread ? <p>{t('search:none.misread')}</p> : null}
      <WordsAlone page={page} />
      {page.listing.spellings.length > 0 ? (
        <p>
          <Spellings page={page} />
        </p>
      ) : null}
      {categories.length > 0 ? (
        <p>
          {t('search:none.categories')}{' '}
          {categories.map((category, position) => (
            <Fragment key={category.id}>
              {position > 0 ? ' · ' : null}
              <a href={links.category(locale, category.urlKey)}>{category.name}</a>
            </Fragment>
          ))}
        </p>
      ) : null}
      {similarNames.length > 0 ? (
        <p>
          {t('search:none.similar')}{' '}
          {similarNames.map((card, position) => (
            <Fragment key={card.id}>
              {position > 0 ? ' · ' : null}
              {card.urlKey ? (
                <a href={links.product(locale, card.urlKey, skuOf(card))}>{card.name}</a>
              ) : (
                card.title
              )}
            </Fragment>
          ))}
        </p>
      ) : null}
    </Empty>
  );
}

export function SearchPage({ page, help }: { page: ListingPage; help: NoHitsHelp | null }) {
  const { t, locale } = useShop();
  const { listing } = page;
  const { text } = listing.criteria;
  const total = useTotal(listing);
  return (
    <>
      <Crumbs
        items={[{ name: t('common:home'), href: links.home(locale) }, { name: t('search:title') }]}
      />
      <ListingView
        page={page}
        title={text ? t('search:heading', { text }) : t('search:allProducts')}
        lead={
          <>
            {total}
            {listing.total > 0 && listing.spellings.length > 0 ? (
              <>
                {' · '}
                <Spellings page={page} />
              </>
            ) : null}
          </>
        }
        above={<ReadNotice page={page} />}
        empty={<NoHits page={page} help={help} />}
      />
    </>
  );
}
