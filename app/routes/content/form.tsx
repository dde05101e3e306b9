/** One form that the ERP defines. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { formAction } from '~/content/forms/form-action.server';
import { loadForm } from '~/content/forms/form-view.server';
import { FormPage } from '~/content/forms/views/form-page';
import { viewData, useViewData } from '~/base/page/view-data';
import { openPage } from '~/base/page/page';
import { useShop } from '~/base/page/shop';
import { FormUnavailable } from '~/base/ui/form/form-unavailable';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const view = await loadForm(page);
    return viewData(view, { title: view?.form.name ?? page.t('forms:title'), noindex: true });
  });

export const action = (args: ActionFunctionArgs) => formAction(args);

export default function Form() {
  const { t } = useShop();
  const view = useViewData<typeof loader>();
  const answer = useActionData<typeof action>() ?? null;
  return view ? (
    <FormPage view={view} answer={answer} />
  ) : (
    <FormUnavailable answer={answer} heading={t('forms:title')} title={t('forms:unavailable')} />
  );
}
