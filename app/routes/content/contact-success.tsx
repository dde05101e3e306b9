/** The letter has arrived (CMS-05). */
import type { LoaderFunctionArgs } from '~/framework/server';
import { ContactSent } from '~/features/contact/views/contact-sent';
import { viewData, useViewData } from '~/page/view-data';
import { openPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, ({ t, url }) =>
    Promise.resolve(
      viewData(
        { withoutFile: url.searchParams.get('file') === 'no' },
        { title: t('contact:sent.title'), noindex: true },
      ),
    ),
  );

export default function ContactSuccess() {
  const { withoutFile } = useViewData<typeof loader>();
  return <ContactSent withoutFile={withoutFile} />;
}
