/** The customer's data, addresses and switches. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework/server';
import { useActionData } from '~/framework/view';
import { profileAction } from '~/features/profile/profile-action.server';
import { ProfilePage } from '~/features/profile/profile-page';
import { loadProfile } from '~/features/profile/profile-view.server';
import { viewData, useViewData } from '~/page/view-data';
import { customerPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) =>
    viewData(await loadProfile(page), { title: page.t('profile:title'), noindex: true }),
  );

export const action = (args: ActionFunctionArgs) => profileAction(args);

export default function Profile() {
  const view = useViewData<typeof loader>();
  return <ProfilePage view={view} lastResult={useActionData<typeof action>() ?? null} />;
}
