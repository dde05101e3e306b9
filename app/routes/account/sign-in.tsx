/**
 * Sign-in. With an identity provider the server redirects there, and this page is shown only when the provider is
 * unavailable. In credentials mode it shows the form (AUTH-09).
 */
import { getZodConstraint } from '@conform-to/zod/v4';
import { parseForm } from '~/base/page/forms/parse-form.server';
import { postedFields } from '~/base/page/forms/posted.server';
import { useForm } from '@conform-to/react';
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { BecomeCustomer } from '~/account/dashboard/become-customer';
import { cookieFault } from '~/account/dashboard/cookies-needed.server';
import { signInForm, type FieldsOf } from '~/account/dashboard/credentials-form';
import { SupportReference } from '~/base/ui/support-reference';
import { Snippet } from '~/content/articles/slot-links';
import { viewData, useViewData, type ViewData } from '~/base/page/view-data';
import { notFound, openPage, type PageRequest } from '~/base/page/page';
import { pathOfSite } from '~/base/page/untrusted/site-path';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { isTooManyTries } from '~/base/kernel/failure';
import { routeOf } from '~/base/routing/match';
import { ErrorSummary } from '~/base/ui/form/error-summary';
import { TextField } from '~/base/ui/form/field';
import type { SignInFault } from '../../../server/auth/session-view';
import { Icon } from '~/base/ui/icon';
import { Notice } from '~/base/ui/notice';

/** True for pages of signing in or out, to which the shop must not return after sign-in. */
const isStep = (path: string): boolean => {
  const policy = routeOf(path)?.policy;
  return policy?.area === 'account' && policy.guard === 'open';
};

function targetOf({ locale }: Pick<PageRequest, 'locale'>, raw: unknown): string {
  const home = links.home(locale);
  const target = pathOfSite(raw, home);
  return isStep(target) ? home : target;
}

interface SignInView {
  target: string;
  byForm: boolean;
  fault: SignInFault | null;
  comesBack: boolean;
}

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const { context, url, t, locale } = page;
    const target = targetOf(page, url.searchParams.get('target'));
    const { fault } = context.authentication;
    const byForm = context.site.authMode === 'credentials';
    if (byForm && context.session.kind === 'customer') throw redirect(target, 303);
    return data(
      viewData<SignInView>(
        { target, byForm, fault, comesBack: target !== links.home(locale) },
        { title: t('account:signIn.title'), noindex: true },
      ),
      { status: fault ? 503 : 200 },
    );
  });

export const action = (args: ActionFunctionArgs) =>
  openPage(args, async (page) => {
    const { context, t, url } = page;
    if (context.site.authMode !== 'credentials') throw notFound(url.pathname);
    const submission = parseForm(await postedFields(args.request), { schema: signInForm(t), t });
    if (submission.status !== 'success') {
      return data(submission.reply({ hideFields: ['password'] }), { status: 422 });
    }
    const { login, password, target } = submission.value;
    const refused = (text: string) =>
      submission.reply({ hideFields: ['password'], formErrors: [text] });
    const fault = cookieFault(page);
    if (fault !== null) return data(refused(fault), { status: 422 });
    try {
      const session = await context.authentication.signInWithPassword(login, password);
      if (session === null) return data(refused(t('account:signIn.wrong')), { status: 422 });
    } catch (error) {
      if (!isTooManyTries(error)) throw error;
      const { retryAfterSeconds } = error;
      const text = t('account:signIn.tooMany', { count: Math.ceil(retryAfterSeconds / 60) });
      return data(refused(text), {
        status: 429,
        headers: { 'Retry-After': String(retryAfterSeconds) },
      });
    }
    throw redirect(targetOf(page, target), 303);
  });

export default function SignIn() {
  const { t } = useShop();
  const { byForm, comesBack, fault, target } = useViewData<() => Promise<ViewData<SignInView>>>();
  return (
    <div className="grid g-2 sign">
      <div className="panel block stack">
        <h1>{t('account:signIn.title')}</h1>
        {fault ? (
          <Notice tone="bad" role="alert">
            <p>{t(`account:signIn.fault.${fault}`)}</p>
          </Notice>
        ) : comesBack ? (
          <Notice tone="info">
            <p>{t('account:signIn.comesBack')}</p>
          </Notice>
        ) : null}
        {byForm ? <PasswordForm target={target} /> : <ProviderLink target={target} />}
        {fault ? <SupportReference /> : null}
        <Snippet code="login_help" />
      </div>
      <BecomeCustomer target={target} />
    </div>
  );
}

function ProviderLink({ target }: { target: string }) {
  const { t, locale } = useShop();
  return (
    <a className="btn big wide" href={links.signIn(locale, target)}>
      <Icon name="lock" small />
      {t('account:signIn.provider')}
    </a>
  );
}

function PasswordForm({ target }: { target: string }) {
  const { t, locale } = useShop();
  const [form, fields] = useForm<FieldsOf<typeof signInForm>>({
    id: 'sign-in',
    lastResult: useActionData<typeof action>() ?? null,
    constraint: getZodConstraint(signInForm(t)),
  });
  const login = t('account:login.label');
  const password = t('account:password.label');
  return (
    <form className="stack" method="post" id={form.id} data-sign-in noValidate>
      <input type="hidden" name="target" value={target} />
      <ErrorSummary
        general={form.errors}
        fields={[
          { field: fields.login, label: login },
          { field: fields.password, label: password },
        ]}
      />
      <TextField field={fields.login} label={login} autoComplete="username" />
      <TextField
        field={fields.password}
        label={password}
        type="password"
        autoComplete="current-password"
        required
      />
      <div className="acts between">
        <button className="btn" type="submit">
          {t('account:signIn.submit')}
        </button>
        <a className="btn plain" href={links.forgottenPassword(locale, target)}>
          {t('account:signIn.forgotten')}
        </a>
      </div>
    </form>
  );
}
