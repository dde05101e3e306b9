/** After the order: its number and what comes next; also where payment providers send customers back to. */
import type { LoaderFunctionArgs } from '~/framework/server';
import { PlacedPage } from '~/features/checkout/placing/placed-page';
import { loadPlaced, signedOutReturn } from '~/features/checkout/placing/placed.server';
import { viewData, useViewData } from '~/page/view-data';
import { openPage, refuseSuspended, signInRedirect } from '~/page/page';

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
