import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '~/base/framework/server';
import { orderFromSheet } from '~/ordering/order-sheet/sheet.server';
import { filterCount, isTooLong, parseCriteria, type Criteria } from '~/storefront/search/criteria';
import { findExactProduct } from '~/storefront/search/text/exact-code.server';
import { openListing } from '~/storefront/search/listing-page.server';
import { helpForNoHits, type NoHitsHelp } from '~/storefront/search/text/no-hits.server';
import { SearchPage } from '~/storefront/search/views/search-page';
import { TooLongPage } from '~/storefront/search/views/too-long-page';
import type { ListingPage } from '~/storefront/search/views/listing-view';
import { viewData, useViewData } from '~/base/page/view-data';
import { openPage } from '~/base/page/page';

interface SearchView {
  text: string;
  /** The product list; null when the search text is too long. */
  list: ListingPage | null;
  help: NoHitsHelp | null;
}

/**
 * True when the search redirects to a product: only for a bare product code, and not when the customer has come back
 * from the product.
 */
function wantsExact(criteria: Criteria, params: URLSearchParams): boolean {
  return criteria.page === 1 && filterCount(criteria) === 0 && params.get('exact') !== '0';
}

/** True when nothing was found for the search text itself: no filter is active, and the search engine responds. */
function isMissed({ listing }: ListingPage): boolean {
  const { criteria, total, refused, incomplete } = listing;
  const isBare = filterCount(criteria) === 0 && criteria.page === 1;
  return criteria.text !== '' && total === 0 && isBare && !refused && !incomplete;
}

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const { url, t } = page;
    const criteria = parseCriteria(url.searchParams);
    const { text } = criteria;
    if (isTooLong(url.searchParams.get('q'))) {
      const head = { title: t('search:tooLong.title'), noindex: true };
      return data(viewData<SearchView>({ text, list: null, help: null }, head), {
        status: 400,
      });
    }
    const exact = wantsExact(criteria, url.searchParams) ? findExactProduct(page, text) : null;
    const [product, list] = await Promise.all([
      exact,
      openListing(page, { filter: [], defaultSort: 'relevance' }, {}, criteria),
    ]);
    if (product) {
      const back = `${url.pathname}?${new URLSearchParams({ q: text, exact: '0' }).toString()}`;
      throw redirect(
        `${product}${product.includes('?') ? '&' : '?'}from=${encodeURIComponent(back)}`,
      );
    }
    if (isMissed(list)) page.context.noteMissedSearch(text);
    const help = list.listing.total === 0 ? await helpForNoHits(page, text) : null;
    return viewData<SearchView>(
      { text, list, help },
      { title: text ? t('search:titleFor', { text }) : t('search:title'), noindex: true },
    );
  });

export const action = (args: ActionFunctionArgs) => orderFromSheet(args);
export default function Search() {
  const { text, list, help } = useViewData<typeof loader>();
  return list ? <SearchPage page={list} help={help} /> : <TooLongPage text={text} />;
}
