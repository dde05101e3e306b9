/** Credentials mode: requests an e-mail with which to set a new password (contract/erp.md 7.7). */
import { useForm } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import { parseForm } from '~/base/page/forms/parse-form.server';
import { postedFields } from '~/base/page/forms/posted.server';
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { cookieFault } from '~/account/dashboard/cookies-needed.server';
import { forgottenForm, type FieldsOf } from '~/account/dashboard/credentials-form';
import { requestPasswordReset } from '~/account/dashboard/credentials.server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { targetOf } from '~/base/page/untrusted/site-path';
import { useViewData, viewData } from '~/base/page/view-data';
import { notFound, openPage } from '~/base/page/page';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { ErrorSummary } from '~/base/ui/form/error-summary';
import { TextField } from '~/base/ui/form/field';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const { context, t, url } = page;
    if (context.site.authMode !== 'credentials') throw notFound(url.pathname);
    return viewData(
      { target: targetOf({ url }) },
      { title: t('account:forgotten.title'), noindex: true },
    );
  });

export const action = (args: ActionFunctionArgs) =>
  openPage(args, async (page) => {
    const { context, t, url, locale } = page;
    if (context.site.authMode !== 'credentials') throw notFound(url.pathname);
    const submission = parseForm(await postedFields(args.request), { schema: forgottenForm(t), t });
    if (submission.status !== 'success') return data(submission.reply(), { status: 422 });
    // A browser without cookies is rejected, because the next page receives the outcome in a cookie.
    const fault = cookieFault(page);
    if (fault !== null) return data(submission.reply({ formErrors: [fault] }), { status: 422 });
    await requestPasswordReset(page, submission.value.login);
    // The message is the same whether the login exists or not.
    throw redirectWithNotice(page, links.signIn(locale, targetOf(page)), [
      { tone: 'ok', text: t('account:forgotten.sent') },
    ]);
  });

export default function ForgottenPassword() {
  const { t, locale } = useShop();
  const { target } = useViewData<typeof loader>();
  const [form, fields] = useForm<FieldsOf<typeof forgottenForm>>({
    id: 'forgotten-password',
    lastResult: useActionData<typeof action>() ?? null,
    constraint: getZodConstraint(forgottenForm(t)),
  });
  const login = t('account:login.label');
  return (
    <form className="panel block stack narrow" method="post" id={form.id} noValidate>
      <h1>{t('account:forgotten.title')}</h1>
      <p>{t('account:forgotten.text')}</p>
      <ErrorSummary general={form.errors} fields={[{ field: fields.login, label: login }]} />
      <TextField field={fields.login} label={login} autoComplete="username" />
      <div className="acts">
        <button className="btn" type="submit">
          {t('account:forgotten.submit')}
        </button>
        <a className="btn plain" href={links.signIn(locale, target)}>
          {t('errors:btn.back')}
        </a>
      </div>
    </form>
  );
}
