/** The days of the week on which the customer receives deliveries. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { findDeliveryDays, saveDeliveryDays } from '~/account/delivery-days/delivery-days.server';
import { DeliveryDaysPage } from '~/account/delivery-days/delivery-days-page';
import { customerPage } from '~/base/page/page';
import { useViewData, viewData } from '~/base/page/view-data';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) =>
    viewData(
      { days: await findDeliveryDays(page) },
      { title: page.t('delivery-days:title'), noindex: true },
    ),
  );

export const action = (args: ActionFunctionArgs) => customerPage(args, saveDeliveryDays);

export default function DeliveryDays() {
  const { days } = useViewData<typeof loader>();
  return <DeliveryDaysPage days={days} lastResult={useActionData<typeof action>() ?? null} />;
}
