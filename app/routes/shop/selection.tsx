import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { orderFromSheet } from '~/ordering/order-sheet/sheet.server';
import { readerOf, type Reader } from '~/catalogue/products/card.server';
import { findGroupIds } from '~/storefront/search/facets/customer-groups.server';
import { openListing } from '~/storefront/search/listing-page.server';
import { OwnListPage } from '~/storefront/search/views/own-list-page';
import {
  allOf,
  groupIn,
  promotionNow,
  specialNow,
  type Clause,
} from '~/storefront/search/query/clauses.server';
import { bySpecialSequence } from '~/storefront/search/query/sort.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';

/** The clause for the page's products: current special offers, and promotions in the customer's veterinary groups. */
function selected(groupIds: readonly number[], { today, pricing }: Reader): Clause {
  const promoted = allOf([promotionNow(today, pricing), groupIn(groupIds)]);
  return {
    bool: {
      minimum_should_match: 1,
      should: [specialNow(today), ...(groupIds.length > 0 ? [promoted] : [])],
    },
  };
}

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const reader = readerOf(page);
    const list = await openListing(page, {
      filter: [selected(await findGroupIds(page), reader)],
      defaultSort: 'relevance',
      order: bySpecialSequence(reader.today),
      hasSpecials: true,
    });
    return viewData({ list }, { title: page.t('search:selection.title'), noindex: true });
  });

export const action = (args: ActionFunctionArgs) => orderFromSheet(args);

export default function Selection() {
  return <OwnListPage page={useViewData<typeof loader>().list} kind="selection" />;
}
