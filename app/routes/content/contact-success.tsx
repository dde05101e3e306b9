/** The letter has arrived (CMS-05). */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { ContactSent } from '~/features/contact/views/contact-sent';
import { hold, useView } from '~/http/held';
import { openPage } from '~/http/page';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, ({ t, url }) =>
    Promise.resolve(
      hold(
        { withoutFile: url.searchParams.get('file') === 'no' },
        { title: t('contact:sent.title'), noindex: true },
      ),
    ),
  );

export default function ContactSuccess() {
  const { withoutFile } = useView<typeof loader>();
  return <ContactSent withoutFile={withoutFile} />;
}
