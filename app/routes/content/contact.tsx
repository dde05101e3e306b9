/** The contact form, for guests and customers (CMS-05). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { sendLetter } from '~/storefront/contact/contact-action.server';
import { loadContact } from '~/storefront/contact/contact-view.server';
import { ContactPage } from '~/storefront/contact/views/contact-page';
import { viewData, useViewData } from '~/base/page/view-data';
import { openPage } from '~/base/page/page';

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
