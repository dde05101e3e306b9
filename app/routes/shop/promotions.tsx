import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { orderFromSheet } from '~/ordering/order-sheet/sheet.server';
import { openListing } from '~/storefront/search/listing-page.server';
import type { ListingScope } from '~/storefront/search/listing.server';
import {
  customerPricing,
  offersOf,
  type CustomerPricing,
} from '~/catalogue/pricing/customer-pricing';
import {
  PromotionsPage,
  promotionTabsOf,
  type PromotionTab,
} from '~/storefront/search/views/promotions-page';
import {
  promotionEnding,
  promotionNow,
  specialNow,
} from '~/storefront/search/query/clauses.server';
import { bySpecialSequence } from '~/storefront/search/query/sort.server';
import { filterCount } from '~/storefront/search/criteria';
import { links } from '~/base/i18n/links';
import { viewData, useViewData } from '~/base/page/view-data';
import { openPage } from '~/base/page/page';
import { dayOf, type Day } from '~/base/kernel/day';

/**
 * The clauses and the order that define the tab's products. They are no filter that the customer can remove
 * (contract/search.md 3.12).
 */
function scopeOf(tab: PromotionTab, today: Day, pricing: CustomerPricing): ListingScope {
  switch (tab) {
    case 'now':
      return { filter: [promotionNow(today, pricing)], defaultSort: 'relevance' };
    case 'ending':
      return { filter: [promotionEnding(today, pricing)], defaultSort: 'relevance' };
    case 'specials':
      return {
        filter: [specialNow(today)],
        defaultSort: 'relevance',
        order: bySpecialSequence(today),
        hasSpecials: true,
      };
  }
}

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const { context, url, locale, t } = page;
    const pricing = customerPricing(context.session, context.site.guestPrices);
    const tabs = promotionTabsOf(offersOf(pricing));
    const [first = 'specials'] = tabs;
    const tab = tabs.find((one) => one === url.searchParams.get('show')) ?? first;
    const scope = scopeOf(tab, dayOf(context.clock.now()), pricing);
    const list = await openListing(page, scope, tab === first ? {} : { show: tab });
    // Each tab and each later page shows different products, so each has its own canonical address.
    const { page: shown, criteria } = list.listing;
    const own = new URLSearchParams({
      ...(tab === first ? {} : { show: tab }),
      ...(shown > 1 ? { page: String(shown) } : {}),
    }).toString();
    const name = t('search:promotions.title');
    return viewData(
      { tab, tabs, list },
      {
        title: shown > 1 ? t('catalogue:category.page', { name, page: shown }) : name,
        description: t('search:promotions.description'),
        canonical: links.promotions(locale) + (own ? `?${own}` : ''),
        noindex: filterCount(criteria) > 0 || criteria.text !== '',
      },
    );
  });

export const action = (args: ActionFunctionArgs) => orderFromSheet(args);
export default function Promotions() {
  const { tab, tabs, list } = useViewData<typeof loader>();
  return <PromotionsPage page={list} tab={tab} tabs={tabs} />;
}
