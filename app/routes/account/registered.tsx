/** Thank-you page of the request for an account. */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { RegisteredPage } from '~/storefront/registration/views/registered-page';
import { links } from '~/base/i18n/links';
import { sentAt } from '~/base/page/forms/receipt.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { openPage } from '~/base/page/page';
import { useShop } from '~/base/page/shop';
import { NothingSent } from '~/base/ui/form/nothing-sent';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, (page) => {
    const at = sentAt(page, 'registration');
    const title = page.t(at === null ? 'registration:title' : 'registration:sent.title');
    return Promise.resolve(viewData({ at }, { title, noindex: true }));
  });

export default function Registered() {
  const { t, locale } = useShop();
  const { at } = useViewData<typeof loader>();
  return at === null ? (
    <NothingSent title={t('registration:title')} form={links.register(locale)} />
  ) : (
    <RegisteredPage at={at} />
  );
}
