/** Session state for scripts of a customer's page (AUTH-06): the session's public name, or 401 when it has ended. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { postedFields } from '~/base/page/forms/posted.server';
import { openPage } from '~/base/page/page';
import { pathOfSite } from '~/base/page/untrusted/site-path';
import { links } from '~/base/i18n/links';

const headers = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex',
};

export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  openPage(args, ({ context: { session } }) =>
    Promise.resolve(
      session.kind === 'customer'
        ? new Response(session.key, { headers })
        : new Response('', { status: 401, headers }),
    ),
  );

/**
 * For a session that ended while a form was being filled in: stores the form input and returns the sign-in address,
 * from which the customer gets back to the form.
 */
export const action = (args: ActionFunctionArgs) =>
  openPage(args, async ({ context, locale, request, url }) => {
    const target = pathOfSite(url.searchParams.get('target'), links.home(locale));
    if (context.session.kind === 'customer') return new Response(null, { status: 204, headers });
    const fields = await postedFields(request);
    await context.authentication.saveForm(target, fields, url.searchParams.has('file'));
    const signIn = context.authentication.signInPath(locale, target);
    return new Response(signIn, { status: 401, headers });
  });
