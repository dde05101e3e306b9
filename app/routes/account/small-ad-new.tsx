/** A classified ad that is not saved yet. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework/server';
import { useActionData } from '~/framework/view';
import { newAdAction } from '~/features/small-ads/actions/new-ad-action.server';
import { loadNewAd } from '~/features/small-ads/small-ad-view.server';
import { NewAdPage } from '~/features/small-ads/views/new-ad-page';
import { viewData, useViewData } from '~/page/view-data';
import { customerPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, (page) =>
    Promise.resolve(
      viewData(loadNewAd(page), { title: page.t('small-ads:new.title'), noindex: true }),
    ),
  );

export const action = (args: ActionFunctionArgs) => newAdAction(args);

export default function NewSmallAd() {
  const view = useViewData<typeof loader>();
  return <NewAdPage view={view} answer={useActionData<typeof action>() ?? null} />;
}
