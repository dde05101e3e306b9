/** The request for an account has arrived. */
import type { LoaderFunctionArgs } from '~/framework/server';
import { RegisteredPage } from '~/features/registration/views/registered-page';
import { viewData } from '~/page/view-data';
import { openPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, ({ t }) =>
    Promise.resolve(viewData(null, { title: t('registration:sent.title'), noindex: true })),
  );

export default RegisteredPage;
