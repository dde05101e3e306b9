import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { orderFromSheet } from '~/features/cart/sheet/sheet.server';
import { filterCount, isTooLong, parseCriteria } from '~/features/search/criteria';
import { findExactProduct } from '~/features/search/text/exact-code.server';
import { openListing } from '~/features/search/listing-page.server';
import { findSimilarNames } from '~/features/search/text/no-hits.server';
import { SearchPage } from '~/features/search/views/search-page';
import { TooLongPage } from '~/features/search/views/too-long-page';
import type { ProductCard } from '~/features/catalogue/product';
import type { ListingPage } from '~/features/search/views/listing-view';
import { visitorsMayCache } from '~/http/cache';
import { hold, useView } from '~/http/held';
import { openPage } from '~/http/page';

interface SearchView {
  text: string;
  /** Null: the text is too long to be searched. */
  list: ListingPage | null;
  similarNames: readonly ProductCard[];
}

/** Nothing but the code itself was asked for, and the customer has not come back from the product. */
function wantsExact(params: URLSearchParams): boolean {
  const criteria = parseCriteria(params);
  return criteria.page === 1 && filterCount(criteria) === 0 && params.get('exact') !== '0';
}

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const { url, t } = page;
    const { text } = parseCriteria(url.searchParams);
    if (isTooLong(url.searchParams.get('q'))) {
      const head = { title: t('search:tooLong.title'), noindex: true };
      return data(hold<SearchView>({ text, list: null, similarNames: [] }, head), { status: 400 });
    }
    const exact = wantsExact(url.searchParams) ? findExactProduct(page, text) : null;
    const [product, list] = await Promise.all([
      exact,
      openListing(page, { filter: [], defaultSort: 'relevance' }),
    ]);
    if (product) {
      const back = `${url.pathname}?${new URLSearchParams({ q: text, exact: '0' }).toString()}`;
      throw redirect(
        `${product}${product.includes('?') ? '&' : '?'}from=${encodeURIComponent(back)}`,
      );
    }
    const similarNames = list.listing.total === 0 ? await findSimilarNames(page, text) : [];
    return hold<SearchView>(
      { text, list, similarNames },
      { title: text ? t('search:titleFor', { text }) : t('search:title'), noindex: true },
    );
  });

export const action = (args: ActionFunctionArgs) => orderFromSheet(args);
export const handle = visitorsMayCache;

export default function Search() {
  const { text, list, similarNames } = useView<typeof loader>();
  return list ? (
    <SearchPage page={list} similarNames={similarNames} />
  ) : (
    <TooLongPage text={text} />
  );
}
