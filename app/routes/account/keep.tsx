/** Where to keep a product: a list, a quotation, an alert. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { keepAction } from '~/features/keep/keep-action.server';
import { KeepPage } from '~/features/keep/keep-page';
import { loadKeep } from '~/features/keep/keep-view.server';
import { hold, useView } from '~/http/held';
import { customerPage } from '~/http/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) => {
    const view = await loadKeep(page);
    return hold(view, { title: page.t('keep:title', { name: view.card.name }), noindex: true });
  });

export const action = (args: ActionFunctionArgs) => keepAction(args);

export default function Keep() {
  const view = useView<typeof loader>();
  return <KeepPage view={view} answer={useActionData<typeof action>() ?? null} />;
}
