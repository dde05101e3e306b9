/** The form for a new classified ad. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { newAdAction } from '~/content/small-ads/actions/new-ad-action.server';
import { loadNewAd } from '~/content/small-ads/small-ad-view.server';
import { NewAdPage } from '~/content/small-ads/views/new-ad-page';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';

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
