import { specialNote } from '~/catalogue/products/special-note';
import { MayNotOrder } from '~/catalogue/products/rows/may-not-order';
import type { ReactNode } from 'react';
import { useOrderRows } from '~/ordering/order-sheet/order-rows';
import { FirstButton, OrderSheet } from '~/ordering/order-sheet/order-sheet';
import { SheetNotice } from '~/ordering/order-sheet/sheet-fields';
import { useShop } from '~/base/page/shop';
import type { ProductCard } from '~/catalogue/products/product';
import type { Substitutes } from '~/catalogue/products/substitutes.server';
import { links } from '~/base/i18n/links';
import { Notice } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { Pager } from '~/base/ui/page/pager';
import { pageSizes } from '../criteria';
import { FilterForm } from '../facets/filters';
import type { Listing } from '../listing';
import { listingAddress, type ListingBase } from '../listing-address';
import { FilterButton, SelectedChips, SortMenu } from './listing-tools';

const sheetId = 'sheet';

/** Id of the order sheet's `<form>`, if it has quantity fields: links of the list then submit these quantities. */
export const formOf = ({ listing }: ListingPage): string | undefined =>
  listing.cards.some(({ orderable }) => orderable.ok) ? sheetId : undefined;

/** The data that every page with a product list passes to its view. */
export interface ListingPage {
  listing: Listing;
  /** Products that can be ordered in place of those out of stock. */
  substitutes: Substitutes;
  base: ListingBase;
  inCart: ReadonlyMap<number, number>;
  pricesShown: boolean;
}

/** Displayed if the engine refused access to the shop, which is not the same as "nothing found". */
function Refused() {
  const { t, locale } = useShop();
  return (
    <Notice tone="bad" role="alert">
      <p>
        {t('search:refused')} <a href={links.quickOrder(locale)}>{t('search:refusedOrder')}</a>
      </p>
    </Notice>
  );
}

/** Explains why this account sees fewer products than others, and where to ask (PROD-02). */
function AccountLimits({ listing }: { listing: Listing }) {
  const { t, locale } = useShop();
  return (
    <>
      {listing.supplierOnly ? (
        <Notice tone="info">
          <p>
            {t('search:supplierOnly')} <a href={links.contact(locale)}>{t('search:supplierAsk')}</a>
          </p>
        </Notice>
      ) : null}
      {listing.total > 0 ? <MayNotOrder /> : null}
    </>
  );
}

function Results({ page, empty }: { page: ListingPage; empty: ReactNode }) {
  const shop = useShop();
  const { t, formats } = shop;
  const { listing, base } = page;
  /** The reason why a product is listed, if its row does not show that reason; else null. */
  const noteOf = (card: ProductCard): string | null => {
    if (listing.indicatedPrices) {
      const price = listing.indicatedPrices.get(card.id);
      return price === undefined
        ? t('search:noIndicatedPrice')
        : t('catalogue:page.pvi', { price: formats.money(price) });
    }
    return specialNote(shop, card.price, listing.offersUntil.get(card.id));
  };
  const rows = useOrderRows(listing.cards, page.inCart, page.substitutes).map((row) => {
    const note = noteOf(row.card);
    return note === null ? row : { ...row, note };
  });
  return (
    <div>
      <SheetNotice />
      <AccountLimits listing={listing} />
      <SelectedChips listing={listing} base={base} form={formOf(page)} />
      {listing.incomplete ? (
        <Notice tone="warn">
          <p>{t('search:incomplete')}</p>
        </Notice>
      ) : null}
      {listing.ownMissing ? (
        <Notice tone="warn">
          <p>{t('search:ownMissing')}</p>
        </Notice>
      ) : null}
      {listing.facets === null && !listing.refused ? (
        <Notice tone="info">
          <p>
            {t('search:noFilters')}{' '}
            <a href={listingAddress(base, listing.criteria)}>{t('search:filtersAgain')}</a>
          </p>
        </Notice>
      ) : null}
      {rows.length > 0 ? <OrderSheet rows={rows} id={sheetId} keeps="lists" /> : null}
      {rows.length === 0 ? listing.refused ? <Refused /> : empty : null}
      <Pager
        page={listing.page}
        pageCount={listing.pageCount}
        from={listing.from}
        to={listing.to}
        total={listing.total}
        size={listing.criteria.size}
        sizes={pageSizes}
        form={formOf(page)}
        href={({ page: number = 1, size }) =>
          listingAddress(base, {
            ...listing.criteria,
            page: number,
            size: pageSizes.find((one) => one === size) ?? listing.criteria.size,
          })
        }
      />
    </div>
  );
}

/** The number of found products, as UI text. */
export function useTotal(listing: Listing): string {
  const { t, formats } = useShop();
  const total = formats.number(listing.total);
  return listing.moreThanTotal
    ? t('search:moreThan', { total })
    : t('search:total', { count: listing.total, total });
}

/** Head, filters and order sheet of a product list; the page adds its own breadcrumbs, lead and help. */
export function ListingView({
  page,
  title,
  lead,
  above,
  empty,
}: {
  page: ListingPage;
  title: ReactNode;
  lead: ReactNode;
  /** Content between head and list, such as tabs or subcategories. */
  above?: ReactNode;
  /** Content shown instead of the order sheet if nothing was found. */
  empty: ReactNode;
}) {
  const { t } = useShop();
  const { listing, base, pricesShown } = page;
  const hasFilters = listing.facets !== null && listing.facets.length > 0;
  const form = formOf(page);
  return (
    <>
      {form ? <FirstButton form={form} /> : null}
      <PageHead
        onPaper
        title={title}
        lead={lead}
        actions={
          <>
            <FilterButton listing={listing} />
            {listing.total > 0 ? (
              <SortMenu listing={listing} base={base} form={form} pricesShown={pricesShown} />
            ) : null}
          </>
        }
      />
      {above}
      {/* The skip link helps because about forty checkboxes come before the first product. */}
      {hasFilters && listing.cards.length > 0 ? (
        <a className="btn quiet vh" href={`#${sheetId}`}>
          {t('search:toResults')}
        </a>
      ) : null}
      <div className={hasFilters ? 'grid g-search' : 'grid'}>
        {listing.facets && hasFilters ? (
          <FilterForm
            facets={listing.facets}
            base={base}
            criteria={listing.criteria}
            sheet={form}
          />
        ) : null}
        <Results page={page} empty={empty} />
      </div>
    </>
  );
}
