/** One classified ad. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { adAction } from '~/content/small-ads/actions/ad-action.server';
import { loadAd } from '~/content/small-ads/small-ad-view.server';
import { AdPage } from '~/content/small-ads/views/ad-page';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage } from '~/base/page/page';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { FormUnavailable } from '~/base/ui/form/form-unavailable';
import { ResendForm } from '~/base/ui/form/resend-form';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const view = await loadAd(page);
    const title = view && view !== 'gone' ? view.ad.title : page.t('small-ads:title');
    return viewData(view, { title, noindex: true });
  });

export const action = (args: ActionFunctionArgs) => adAction(args);

export default function SmallAd() {
  const { t, locale } = useShop();
  const view = useViewData<typeof loader>();
  const answer = useActionData<typeof action>() ?? null;
  if (view === 'gone' && answer)
    return (
      <ResendForm
        action={links.newSmallAd(locale)}
        fields={answer.typed}
        texts={answer.general}
        button={t('small-ads:new.action')}
      />
    );
  return view && view !== 'gone' ? (
    <AdPage view={view} answer={answer} />
  ) : (
    <FormUnavailable
      answer={answer}
      heading={t('small-ads:title')}
      title={t('small-ads:none.unavailable')}
    />
  );
}
