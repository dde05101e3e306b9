/** Thank-you page of the contact form (CMS-05). */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { ContactSent } from '~/storefront/contact/views/contact-sent';
import { links } from '~/base/i18n/links';
import { sentAt } from '~/base/page/forms/receipt.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { openPage } from '~/base/page/page';
import { useShop } from '~/base/page/shop';
import { NothingSent } from '~/base/ui/form/nothing-sent';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, (page) => {
    const at = sentAt(page, 'contact');
    const title = page.t(at === null ? 'contact:title' : 'contact:sent.title');
    const withoutFile = page.url.searchParams.get('file') === 'no';
    return Promise.resolve(viewData({ at, withoutFile }, { title, noindex: true }));
  });

export default function ContactSuccess() {
  const { t, locale } = useShop();
  const { at, withoutFile } = useViewData<typeof loader>();
  return at === null ? (
    <NothingSent title={t('contact:title')} form={links.contact(locale)} />
  ) : (
    <ContactSent at={at} withoutFile={withoutFile} />
  );
}
