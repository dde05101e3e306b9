/** The home page, for guests or customers (HOME-01, HOME-02). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { CustomerHome, type CustomerHomeView } from '~/storefront/home/customer-home';
import { GuestHome, type GuestHomeView } from '~/storefront/home/guest-home';
import { homeAction } from '~/storefront/home/home-action.server';
import { loadCustomerHome, loadGuestHome } from '~/storefront/home/home.server';
import earlyKeys from '~/ordering/quick-order/scan/page-script/early-keys?inline-script';
import { viewData, useViewData } from '~/base/page/view-data';
import { openPage } from '~/base/page/page';

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
