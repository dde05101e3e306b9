/** The newsletter page: a form for guests, a link to the profile setting for customers (CMS-06). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { sentAt } from '~/base/page/forms/receipt.server';
import { subscribe } from '~/content/newsletter/newsletter-action.server';
import { NewsletterPage, type NewsletterView } from '~/content/newsletter/newsletter-page';
import { viewData, useViewData } from '~/base/page/view-data';
import { openPage } from '~/base/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, (page) => {
    const { context, t } = page;
    const isSent = sentAt(page, 'newsletter') !== null;
    const isCustomer = context.session.kind === 'customer';
    const view: NewsletterView = {
      kind: isSent ? 'sent' : isCustomer ? 'customer' : 'form',
    };
    return Promise.resolve(
      viewData(view, { title: t(isSent ? 'newsletter:sent.title' : 'newsletter:title') }),
    );
  });

export const action = (args: ActionFunctionArgs) => openPage(args, subscribe);

export default function Newsletter() {
  const view = useViewData<typeof loader>();
  return <NewsletterPage view={view} lastResult={useActionData<typeof action>() ?? null} />;
}
