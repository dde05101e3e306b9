/** `/cart/import`: an order file is read, looked through and confirmed (ACC-01). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { importAction } from '~/features/cart/import/import-action.server';
import { ImportPage } from '~/features/cart/import/views/import-page';
import { isImportAnswer } from '~/features/cart/import/import-view';
import { loadImport } from '~/features/cart/import/import-view.server';
import { hold, useView } from '~/http/held';
import { customerPage } from '~/http/page';

export const loader = (args: LoaderFunctionArgs) =>
  customerPage(args, async (page) =>
    hold(await loadImport(page), { title: page.t('cart:import.title'), noindex: true }),
  );

export const action = (args: ActionFunctionArgs) => customerPage(args, importAction);

export default function CartImport() {
  const answer: unknown = useActionData();
  return (
    <ImportPage view={useView<typeof loader>()} answer={isImportAnswer(answer) ? answer : null} />
  );
}
