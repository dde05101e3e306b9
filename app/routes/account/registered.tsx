/** The request for an account has arrived. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { RegisteredPage } from '~/features/registration/views/registered-page';
import { hold } from '~/http/held';
import { openPage } from '~/http/page';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, ({ t }) =>
    Promise.resolve(hold(null, { title: t('registration:sent.title'), noindex: true })),
  );

export default RegisteredPage;
