/** After the order: its number and what comes next; also where payment providers send customers back to. */
import type { LoaderFunctionArgs } from '~/framework/server';
import { PlacedPage } from '~/features/checkout/placing/placed-page';
import { loadPlaced } from '~/features/checkout/placing/placed.server';
import { viewData, useViewData } from '~/page/view-data';
import { customerPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const view = await loadPlaced(page);
    const title = view.kind === 'placed' ? 'checkout:placed.title' : 'checkout:placed.titlePending';
    return viewData(view, { title: page.t(title), noindex: true });
  });

export default function Validated() {
  const view = useViewData<typeof loader>();
  return <PlacedPage view={view} />;
}
