/** One classified ad. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { adAction } from '~/features/small-ads/act/ad-action.server';
import { loadAd } from '~/features/small-ads/small-ad-view.server';
import { AdPage } from '~/features/small-ads/views/ad-page';
import { hold, useView } from '~/http/held';
import { customerPage } from '~/http/page';
import { useShop } from '~/http/shop';
import { FormUnavailable } from '~/ui/form/form-unavailable';

export const handle = { noTables: true };

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const view = await loadAd(page);
    return hold(view, { title: view?.ad.title ?? page.t('small-ads:title'), noindex: true });
  });

export const action = (args: ActionFunctionArgs) => adAction(args);

export default function SmallAd() {
  const { t } = useShop();
  const view = useView<typeof loader>();
  const answer = useActionData<typeof action>() ?? null;
  return view ? (
    <AdPage view={view} answer={answer} />
  ) : (
    <FormUnavailable answer={answer} title={t('small-ads:none.unavailable')} />
  );
}
