/** Registration of the credentials mode: name, login, password (AUTH-09). */
import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { registerForm } from '~/features/account/credentials-form';
import { register } from '~/features/account/credentials.server';
import { RegisterForm } from '~/features/account/register-form';
import { redirectWithNotice } from '~/http/flash.server';
import { hold } from '~/http/held';
import { notFound, openPage } from '~/http/page';
import { links } from '~/i18n/links';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async ({ context, t, locale }) => {
    // With an identity provider accounts are opened by people: the customer writes to them.
    if (context.site.authMode !== 'credentials') throw redirect(links.contact(locale), 303);
    if (context.session.kind === 'customer') throw redirect(links.home(locale), 303);
    return hold(null, { title: t('account:register.title') });
  });

export const action = (args: ActionFunctionArgs) =>
  openPage(args, async (page) => {
    const { context, t, url, locale } = page;
    if (context.site.authMode !== 'credentials') throw notFound(url.pathname);
    const submission = parseWithZod(await args.request.formData(), { schema: registerForm(t) });
    if (submission.status !== 'success')
      return data(submission.reply({ hideFields: ['password'] }), { status: 422 });
    const outcome = await register(page, submission.value);
    if (!outcome.ok) {
      const reply = submission.reply({
        hideFields: ['password'],
        fieldErrors: { login: [t(`account:register.refused.${outcome.refusal.kind}`)] },
      });
      return data(reply, { status: 422 });
    }
    throw redirectWithNotice(page, links.home(locale), [
      { tone: 'ok', text: t('account:register.done') },
    ]);
  });

export default function Register() {
  return <RegisterForm lastResult={useActionData<typeof action>() ?? null} />;
}
