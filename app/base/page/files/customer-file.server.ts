/**
 * Loader of a customer's file. The address of a file has no page, so an error would show an empty window or one bare
 * word. A browser is redirected to the list that the file belongs to, which shows the error with its reference
 * (SHELL-02); programs receive the bare status. The `Form-Answer` header carries the status for log and metrics, as for
 * forms.
 */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import type { Locale } from '~/base/i18n/locales';
import { asksForPage } from '../forms/answered.server';
import { redirectWithNotice } from '../forms/notices.server';
import { customerPage, type CustomerRequest } from '../page';

export function customerFile(
  args: LoaderFunctionArgs,
  listAt: (locale: Locale) => string,
  serve: (page: CustomerRequest) => Promise<Response>,
): Promise<Response> {
  let page: CustomerRequest | null = null;
  const served = customerPage(args, (own) => {
    page = own;
    return serve(own);
  });
  return served.catch((thrown: unknown) => {
    if (page === null || !(thrown instanceof Response)) throw thrown;
    throw thrown.status >= 400 && asksForPage(args.request)
      ? redirectToList(page, listAt(page.locale), thrown.status)
      : thrown;
  });
}

function redirectToList(page: CustomerRequest, list: string, status: number): Response {
  const { t, context } = page;
  const text =
    status === 404
      ? t('common:file.gone')
      : t('common:file.unavailable', { reference: context.requestId });
  const answer = redirectWithNotice(page, list, [{ tone: 'bad', text }]);
  answer.headers.set('Form-Answer', String(status));
  return answer;
}
