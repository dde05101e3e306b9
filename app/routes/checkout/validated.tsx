/** The page after an order: its number and what happens next. Payment providers also send customers back here. */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { PlacedPage } from '~/ordering/checkout/placing/placed-page';
import { loadPlaced, signedOutReturn } from '~/ordering/checkout/placing/placed.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { openPage, refuseSuspended, signInRedirect } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    refuseSuspended(page);
    const { session } = page.context;
    const view =
      session.kind === 'customer'
        ? await loadPlaced({ ...page, customer: session.customer })
        : await signedOutReturn(page);
    if (view === null) throw signInRedirect(page);
    const title = view.kind === 'placed' ? 'checkout:placed.title' : 'checkout:placed.titlePending';
    return viewData(view, { title: page.t(title), noindex: true });
  });

export default function Validated() {
  const view = useViewData<typeof loader>();
  return <PlacedPage view={view} />;
}
