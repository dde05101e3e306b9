/** Schemas of the forms of credentials mode (AUTH-09), with messages in the reader's language. */
import { z } from 'zod';
import type { Translate } from '~/base/i18n/translate';
import { readEmail } from '~/base/kernel/email';
import { neededLine } from '~/base/kernel/text';

/** Limits for new passwords only: an existing password may follow older rules of the ERP. */
const passwordLength = { min: 8, max: 200 };

const filled = (t: Translate) => neededLine(t('common:form.required')).max(254);

/** Schema of a login name, which is an e-mail address in most ERPs. */
const loginName = (t: Translate) => filled(t).overwrite(readEmail);

const newPassword = (t: Translate) =>
  z
    .string({ error: t('common:form.required') })
    .min(passwordLength.min, t('account:password.short', { count: passwordLength.min }))
    .max(passwordLength.max, t('account:password.long', { count: passwordLength.max }));

/** The fields of a form as posted. */
export type FieldsOf<Form extends (t: Translate) => z.ZodType> = z.input<ReturnType<Form>>;

export const signInForm = (t: Translate) =>
  z.object({
    login: loginName(t),
    password: z.string().max(passwordLength.max),
    target: z.string().optional(),
  });

/** Schema of the registration form, whose three fields are all required. */
export const registerForm = (t: Translate) =>
  z.object({ name: filled(t), login: loginName(t), password: newPassword(t) });

export const forgottenForm = (t: Translate) => z.object({ login: loginName(t) });

export const newPasswordForm = (t: Translate) =>
  z.object({ token: z.string().min(1).max(2_000), password: newPassword(t) });
