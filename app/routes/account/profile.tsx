/** The customer's data, addresses and settings. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { profileAction } from '~/account/profile/profile-action.server';
import { ProfilePage } from '~/account/profile/profile-page';
import { loadProfile } from '~/account/profile/profile-view.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) =>
    viewData(await loadProfile(page), { title: page.t('profile:title'), noindex: true }),
  );

export const action = (args: ActionFunctionArgs) => profileAction(args);

export default function Profile() {
  const view = useViewData<typeof loader>();
  return <ProfilePage view={view} lastResult={useActionData<typeof action>() ?? null} />;
}
