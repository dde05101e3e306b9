import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { orderFromSheet } from '~/ordering/order-sheet/sheet.server';
import { findGroupIds } from '~/storefront/search/facets/customer-groups.server';
import { openListing } from '~/storefront/search/listing-page.server';
import { OwnListPage } from '~/storefront/search/views/own-list-page';
import { groupIn } from '~/storefront/search/query/clauses.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const groupIds = await findGroupIds(page);
    // A customer without a veterinary group has no products here, so the shop does not search (contract/search.md
    // 3.14).
    const list =
      groupIds.length === 0
        ? null
        : await openListing(page, { filter: [groupIn(groupIds)], defaultSort: 'name_asc' });
    return viewData({ list }, { title: page.t('search:vetgroup.title'), noindex: true });
  });

export const action = (args: ActionFunctionArgs) => orderFromSheet(args);

export default function VetGroup() {
  return <OwnListPage page={useViewData<typeof loader>().list} kind="vetgroup" />;
}
