/** Credentials mode: sets a password with the token of the e-mail, then signs the customer in (7.8). */
import { useForm } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import { parseForm } from '~/base/page/forms/parse-form.server';
import { postedFields } from '~/base/page/forms/posted.server';
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { cookieFault } from '~/account/dashboard/cookies-needed.server';
import { newPasswordForm, type FieldsOf } from '~/account/dashboard/credentials-form';
import { setPassword } from '~/account/dashboard/credentials.server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { notFound, openPage } from '~/base/page/page';
import { useShop } from '~/base/page/shop';
import { copiedToken } from '~/base/kernel/copied-link';
import { links } from '~/base/i18n/links';
import { ErrorSummary } from '~/base/ui/form/error-summary';
import { TextField } from '~/base/ui/form/field';
import { Notice } from '~/base/ui/notice';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const { context, t, url } = page;
    if (context.site.authMode !== 'credentials') throw notFound(url.pathname);
    return viewData(
      { token: copiedToken(url.searchParams.get('token') ?? '') },
      { title: t('account:newPassword.title'), noindex: true },
    );
  });

export const action = (args: ActionFunctionArgs) =>
  openPage(args, async (page) => {
    const { context, t, url, locale } = page;
    if (context.site.authMode !== 'credentials') throw notFound(url.pathname);
    const submission = parseForm(await postedFields(args.request), {
      schema: newPasswordForm(t),
      t,
    });
    // The rejected form does not return these fields: the page's address already contains the token.
    const hideFields = ['password', 'token'] as const;
    if (submission.status !== 'success')
      return data(submission.reply({ hideFields: [...hideFields] }), { status: 422 });
    const refused = (text: string) =>
      data(submission.reply({ hideFields: [...hideFields], formErrors: [text] }), { status: 422 });
    // The token works once, so the shop does not use it for a browser without cookies, which would lose the new
    // session.
    const fault = cookieFault(page);
    if (fault !== null) return refused(fault);
    const outcome = await setPassword(page, submission.value);
    if (!outcome.ok) return refused(t('account:newPassword.invalid'));
    throw redirectWithNotice(page, links.home(locale), [
      { tone: 'ok', text: t('account:newPassword.done') },
    ]);
  });

export default function NewPassword() {
  const { t, locale } = useShop();
  const { token } = useViewData<typeof loader>();
  const [form, fields] = useForm<FieldsOf<typeof newPasswordForm>>({
    id: 'new-password',
    lastResult: useActionData<typeof action>() ?? null,
    constraint: getZodConstraint(newPasswordForm(t)),
  });
  const password = t('account:newPassword.label');
  const noToken = fields.token.errors ? [t('account:newPassword.invalid')] : [];
  if (token === '') return <IncompleteLink />;
  return (
    <form className="panel block stack narrow" method="post" id={form.id} noValidate>
      <input type="hidden" name="token" value={token} />
      <h1>{t('account:newPassword.title')}</h1>
      <ErrorSummary
        general={[...(form.errors ?? []), ...noToken]}
        fields={[{ field: fields.password, label: password }]}
      />
      <TextField
        field={fields.password}
        label={password}
        hint={t('account:password.hint')}
        type="password"
        autoComplete="new-password"
        minLength={8}
      />
      <div className="acts">
        <button className="btn" type="submit">
          {t('account:newPassword.submit')}
        </button>
        <a className="btn plain" href={links.forgottenPassword(locale)}>
          {t('account:newPassword.askAgain')}
        </a>
      </div>
    </form>
  );
}

/**
 * Shown when the address has no token, because e-mail programs may truncate long links: without the token, the shop
 * cannot set a password.
 */
function IncompleteLink() {
  const { t, locale } = useShop();
  return (
    <div className="panel block stack narrow">
      <h1>{t('account:newPassword.title')}</h1>
      <Notice tone="bad" role="alert">
        <p>{t('account:newPassword.incomplete')}</p>
      </Notice>
      <div className="acts">
        <a className="btn" href={links.forgottenPassword(locale)}>
          {t('account:newPassword.askAgain')}
        </a>
      </div>
    </div>
  );
}
