import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { orderFromSheet } from '~/features/cart/sheet/sheet.server';
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
import { hold, useView } from '~/http/held';
import { customerPage } from '~/http/page';
import { dayOf, type Day } from '~/kernel/day';

/** Today's special offers, and what is on promotion within the customer's veterinary groups. */
function selected(groupIds: readonly number[], today: Day): Clause {
  const promoted = allOf([promotionNow(today), groupIn(groupIds)]);
  return {
    bool: {
      minimum_should_match: 1,
      should: [specialNow(today), ...(groupIds.length > 0 ? [promoted] : [])],
    },
  };
}

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const today = dayOf(page.context.clock.now());
    const list = await openListing(page, {
      filter: [selected(await findGroupIds(page), today)],
      defaultSort: 'relevance',
      order: bySpecialSequence(today),
    });
    return hold({ list }, { title: page.t('search:selection.title'), noindex: true });
  });

export const action = (args: ActionFunctionArgs) => orderFromSheet(args);

export default function Selection() {
  return <OwnListPage page={useView<typeof loader>().list} kind="selection" />;
}
