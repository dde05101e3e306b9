import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework/server';
import { orderFromSheet } from '~/features/order-sheet/sheet.server';
import { readerOf, type Reader } from '~/features/catalogue/card.server';
import { findGroupIds } from '~/features/search/facets/customer-groups.server';
import { openListing } from '~/features/search/listing-page.server';
import { OwnListPage } from '~/features/search/views/own-list-page';
import {
  allOf,
  groupIn,
  promotionNow,
  specialNow,
  type Clause,
} from '~/features/search/query/clauses.server';
import { bySpecialSequence } from '~/features/search/query/sort.server';
import { viewData, useViewData } from '~/page/view-data';
import { customerPage } from '~/page/page';

/** Today's special offers, and what is on promotion within the customer's veterinary groups. */
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
