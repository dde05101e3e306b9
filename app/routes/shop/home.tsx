/** The home page: a visitor's or a customer's (HOME-01, HOME-02). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework/server';
import { CustomerHome, type CustomerHomeView } from '~/features/home/customer-home';
import { GuestHome, type GuestHomeView } from '~/features/home/guest-home';
import { homeAction } from '~/features/home/home-action.server';
import { loadCustomerHome, loadGuestHome } from '~/features/home/home.server';
import earlyKeys from '~/features/quick-order/scan/page-script/early-keys?inline-script';
import { viewData, useViewData } from '~/page/view-data';
import { openPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const { session } = page.context;
    const view: CustomerHomeView | GuestHomeView =
      session.kind === 'customer'
        ? await loadCustomerHome({ ...page, customer: session.customer })
        : await loadGuestHome(page);
    return viewData(view, {
      title: page.t('home:title'),
      description: page.t('home:description'),
      ...(view.kind === 'customer' && view.canOrder ? { early: earlyKeys } : {}),
    });
  });

export const action = (args: ActionFunctionArgs) => homeAction(args);

export default function Home() {
  const view = useViewData<typeof loader>();
  return view.kind === 'customer' ? <CustomerHome view={view} /> : <GuestHome view={view} />;
}
