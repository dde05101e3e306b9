import { useForm, type SubmissionResult } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { ErrorSummary } from '~/base/ui/form/error-summary';
import { TextField } from '~/base/ui/form/field';
import { registerForm, type FieldsOf } from './credentials-form';

const fullForm = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}form=full`;

/** The short registration form of credentials mode: name, login, password. */
export function RegisterForm({
  lastResult,
  target,
}: {
  lastResult: SubmissionResult<string[]> | null;
  /** The page to return to after registration. */
  target: string | undefined;
}) {
  const { t, locale } = useShop();
  const [form, fields] = useForm<FieldsOf<typeof registerForm>>({
    id: 'register',
    lastResult,
    constraint: getZodConstraint(registerForm(t)),
  });
  const labels = {
    name: t('account:register.name'),
    login: t('account:login.label'),
    password: t('account:password.label'),
  };
  return (
    <form className="panel block stack narrow" method="post" id={form.id} noValidate>
      <h1>{t('account:register.title')}</h1>
      <ErrorSummary
        general={form.errors}
        fields={[
          { field: fields.name, label: labels.name },
          { field: fields.login, label: labels.login },
          { field: fields.password, label: labels.password },
        ]}
      />
      <TextField field={fields.name} label={labels.name} autoComplete="name" />
      <TextField field={fields.login} label={labels.login} autoComplete="username" />
      <TextField
        field={fields.password}
        label={labels.password}
        hint={t('account:password.hint')}
        type="password"
        autoComplete="new-password"
      />
      <p className="hint">
        {t('registration:short')}{' '}
        <a href={fullForm(links.register(locale, target))}>{t('registration:full')}</a>
      </p>
      <div className="acts">
        <button className="btn" type="submit">
          {t('account:register.submit')}
        </button>
        <a className="btn plain" href={links.signIn(locale, target)}>
          {t('account:register.known')}
        </a>
      </div>
    </form>
  );
}
