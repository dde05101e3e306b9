/**
 * Registration of a customer (REG-01). In credentials mode a short form opens an account at once (AUTH-09); it links to
 * the full request.
 */
import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { registerAction } from '~/account/dashboard/register-action.server';
import { RegisterForm } from '~/account/dashboard/register-form';
import { countriesOffered } from '~/storefront/registration/countries-offered.server';
import { sendRegistration } from '~/storefront/registration/registration-action.server';
import {
  RegistrationPage,
  type RegistrationView,
} from '~/storefront/registration/views/registration-page';
import { viewData, useViewData } from '~/base/page/view-data';
import { openPage, type PageRequest } from '~/base/page/page';
import { targetOf } from '~/base/page/untrusted/site-path';
import { postedFields } from '~/base/page/forms/posted.server';
import { links } from '~/base/i18n/links';

interface ShortView {
  kind: 'short';
  target: string | undefined;
}

const isShort = ({ context, url }: PageRequest): boolean =>
  context.site.authMode === 'credentials' && url.searchParams.get('form') !== 'full';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const { context, t, locale } = page;
    if (context.session.kind === 'customer') throw redirect(links.home(locale), 303);
    const view: RegistrationView | ShortView = isShort(page)
      ? { kind: 'short', target: targetOf(page) }
      : {
          kind: 'registration',
          countries: await countriesOffered(page),
        };
    return view.kind === 'short'
      ? viewData(view, { title: t('account:register.title') })
      : viewData(view, {
          title: t('registration:title'),
          description: t('registration:description'),
        });
  });

export const action = (args: ActionFunctionArgs) =>
  openPage(args, async (page) => {
    const form = await postedFields(page.request);
    return isShort(page) ? registerAction(page, form) : sendRegistration(page, form);
  });

export default function Register() {
  const view = useViewData<typeof loader>();
  const lastResult = useActionData<typeof action>() ?? null;
  return view.kind === 'short' ? (
    <RegisterForm lastResult={lastResult} target={view.target} />
  ) : (
    <RegistrationPage view={view} lastResult={lastResult} />
  );
}
