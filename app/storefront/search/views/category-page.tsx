import type { Category } from '~/catalogue/products/category/category';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Html } from '~/base/ui/html';
import { Empty } from '~/base/ui/notice';
import { filterCount } from '../criteria';
import { ListingView, useTotal, type ListingPage } from './listing-view';
import { listingAddress } from '../listing-address';

function Children({ category, page }: { category: Category; page: ListingPage }) {
  const { t, locale, formats } = useShop();
  const { childCounts } = page.listing;
  const shown = category.children.filter(
    (child) => childCounts.size === 0 || childCounts.has(child.id),
  );
  if (shown.length === 0) return null;
  return (
    <nav className="chips suggest" aria-label={t('catalogue:category.children')}>
      {shown.map((child) => {
        const count = childCounts.get(child.id);
        return (
          <a key={child.id} className="chip" href={links.category(locale, child.urlKey)}>
            {child.name}
            {count === undefined ? null : <span className="muted">{formats.number(count)}</span>}
          </a>
        );
      })}
    </nav>
  );
}

function NoProducts({ page }: { page: ListingPage }) {
  const { t, locale } = useShop();
  const { criteria } = page.listing;
  const filtered = filterCount(criteria) > 0;
  return (
    <Empty
      icon="search"
      level={2}
      title={t(filtered ? 'catalogue:category.noneFiltered' : 'catalogue:category.none')}
      actions={
        <a
          className="btn small"
          href={
            filtered
              ? listingAddress(page.base, { ...criteria, filters: {}, page: 1 })
              : links.search(locale)
          }
        >
          {filtered ? t('search:none.withoutFilters') : t('search:allProducts')}
        </a>
      }
    />
  );
}

export function CategoryPage({ category, page }: { category: Category; page: ListingPage }) {
  const { t, locale } = useShop();
  const { listing } = page;
  const total = useTotal(listing);
  return (
    <>
      <Crumbs
        items={[
          { name: t('common:home'), href: links.home(locale) },
          ...category.ancestors.map((one) => ({
            name: one.name,
            href: links.category(locale, one.urlKey),
          })),
          { name: category.name },
        ]}
      />
      <ListingView
        page={page}
        title={category.name}
        lead={category.subtitle ? `${category.subtitle} · ${total}` : total}
        above={
          <>
            {category.shortDescription && listing.page === 1 ? (
              <p className="prose suggest">{category.shortDescription}</p>
            ) : null}
            {category.description && listing.page === 1 ? (
              <Html html={category.description} className="prose suggest" />
            ) : null}
            <Children category={category} page={page} />
          </>
        }
        empty={<NoProducts page={page} />}
      />
    </>
  );
}
