/**
 * Handles the short registration of credentials mode; the shop calls the ERP only if the form has name, login and
 * password.
 */
import { parseForm } from '~/base/page/forms/parse-form.server';
import { data } from '~/base/framework/server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { targetOf } from '~/base/page/untrusted/site-path';
import type { PageRequest } from '~/base/page/page';
import { links } from '~/base/i18n/links';
import { cookieFault } from './cookies-needed.server';
import { registerForm } from './credentials-form';
import { register } from './credentials.server';

export async function registerAction(page: PageRequest, form: URLSearchParams) {
  const { t, locale } = page;
  const submission = parseForm(form, { schema: registerForm(t), t });
  const refused = (why: Parameters<typeof submission.reply>[0] = {}) =>
    data(submission.reply({ hideFields: ['password'], ...why }), { status: 422 });
  if (submission.status !== 'success') return refused();
  const fault = cookieFault(page);
  if (fault !== null) return refused({ formErrors: [fault] });
  const outcome = await register(page, submission.value);
  if (!outcome.ok) {
    const text = t(`account:register.refused.${outcome.refusal.kind}`);
    return refused({ fieldErrors: { login: [text] } });
  }
  throw redirectWithNotice(page, targetOf(page) ?? links.home(locale), [
    { tone: 'ok', text: t('account:register.done') },
  ]);
}
