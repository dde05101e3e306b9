import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '~/base/framework/server';
import { orderFromSheet } from '~/ordering/order-sheet/sheet.server';
import { findCategory } from '~/catalogue/products/category/category.server';
import { categoryData } from '~/catalogue/products/category/category-data.server';
import { alternatesOf } from '~/catalogue/products/keys/localized-keys.server';
import { findForeignKey } from '~/catalogue/products/keys/foreign-key.server';
import { cleanKey } from '~/catalogue/products/keys/url-key';
import { CategoryPage } from '~/storefront/search/views/category-page';
import { filterCount, parametersOf } from '~/storefront/search/criteria';
import { openListing } from '~/storefront/search/listing-page.server';
import { inCategory } from '~/storefront/search/query/clauses.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { noSuchKey, openPage } from '~/base/page/page';
import { links } from '~/base/i18n/links';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const { url, locale, t } = page;
    const key = cleanKey(page.params['*']);
    const category = key === null ? null : await findCategory(page, key);
    if (!category) {
      const own = key === null ? null : await findForeignKey(page, key, ['category']);
      throw own === null ? noSuchKey(page) : redirect(own + url.search, 302);
    }
    if (category.urlKey !== page.params['*']) {
      throw redirect(links.category(locale, category.urlKey) + url.search, 301);
    }
    const list = await openListing(page, {
      filter: [inCategory(category.id)],
      defaultSort: 'relevance',
      childIds: category.children.map((child) => child.id),
    });
    const { criteria, page: shown } = list.listing;
    const own = links.category(locale, category.urlKey);
    // The content of a later page depends on the page size, so the canonical address contains page number and page
    // size.
    const bare = {
      ...criteria,
      text: '',
      filters: {},
      sort: 'relevance',
      isLiteral: false,
    } as const;
    const further = parametersOf({ ...bare, page: shown }).toString();
    return viewData(
      { category, list },
      {
        title:
          shown > 1
            ? t('catalogue:category.page', { name: category.seoTitle, page: shown })
            : category.seoTitle,
        description: category.metaDescription,
        ...(category.keywords ? { keywords: category.keywords } : {}),
        canonical: shown > 1 ? `${own}?${further}` : own,
        alternates: alternatesOf(
          category.urlKeyByLang,
          { locale, key: category.urlKey },
          page.context.site.tags,
          'category',
        ),
        structuredData: categoryData(page, category, own),
        noindex: filterCount(criteria) > 0 || criteria.text !== '',
      },
    );
  });

export const action = (args: ActionFunctionArgs) => orderFromSheet(args);
export default function Category() {
  const { category, list } = useViewData<typeof loader>();
  return <CategoryPage category={category} page={list} />;
}
