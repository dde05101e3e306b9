/** The contact form, for visitors and customers (CMS-05). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework/server';
import { useActionData } from '~/framework/view';
import { sendLetter } from '~/features/contact/contact-action.server';
import { loadContact } from '~/features/contact/contact-view.server';
import { ContactPage } from '~/features/contact/views/contact-page';
import { viewData, useViewData } from '~/page/view-data';
import { openPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) =>
    viewData(await loadContact(page), {
      title: page.t('contact:title'),
      description: page.t('contact:description'),
    }),
  );

export const action = (args: ActionFunctionArgs) => openPage(args, sendLetter);

export default function Contact() {
  const view = useViewData<typeof loader>();
  return <ContactPage view={view} lastResult={useActionData<typeof action>() ?? null} />;
}
