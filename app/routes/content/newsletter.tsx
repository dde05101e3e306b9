/** The newsletter: a form for visitors, the way to their switch for customers (CMS-06). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework/server';
import { useActionData } from '~/framework/view';
import { sentAt } from '~/page/forms/receipt.server';
import { subscribe } from '~/features/newsletter/newsletter-action.server';
import { NewsletterPage, type NewsletterView } from '~/features/newsletter/newsletter-page';
import { viewData, useViewData } from '~/page/view-data';
import { openPage } from '~/page/page';

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
