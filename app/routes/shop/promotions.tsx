import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { orderFromSheet } from '~/features/cart/sheet/sheet.server';
import { openListing } from '~/features/search/listing-page.server';
import type { ListingScope } from '~/features/search/listing.server';
import {
  PromotionsPage,
  promotionTabs,
  type PromotionTab,
} from '~/features/search/views/promotions-page';
import { promotionEnding, promotionNow, specialNow } from '~/features/search/query/clauses.server';
import { bySpecialSequence } from '~/features/search/query/sort.server';
import { visitorsMayCache } from '~/http/cache';
import { hold, useView } from '~/http/held';
import { openPage } from '~/http/page';
import { dayOf, type Day } from '~/kernel/day';

/** The page's scope, not a facet: it goes into the filter (contract/search.md 3.12). */
function scopeOf(tab: PromotionTab, today: Day): ListingScope {
  switch (tab) {
    case 'now':
      return { filter: [promotionNow(today)], defaultSort: 'relevance' };
    case 'ending':
      return { filter: [promotionEnding(today)], defaultSort: 'relevance' };
    case 'specials':
      return {
        filter: [specialNow(today)],
        defaultSort: 'relevance',
        order: bySpecialSequence(today),
      };
  }
}

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const { context, url, t } = page;
    const tab = promotionTabs.find((one) => one === url.searchParams.get('show')) ?? 'now';
    const scope = scopeOf(tab, dayOf(context.clock.now()));
    const list = await openListing(page, scope, tab === 'now' ? {} : { show: tab });
    return hold(
      { tab, list },
      { title: t('search:promotions.title'), description: t('search:promotions.description') },
    );
  });

export const action = (args: ActionFunctionArgs) => orderFromSheet(args);
export const handle = visitorsMayCache;

export default function Promotions() {
  const { tab, list } = useView<typeof loader>();
  return <PromotionsPage page={list} tab={tab} />;
}
