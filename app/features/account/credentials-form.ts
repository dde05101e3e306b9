/** Forms of the credentials mode (AUTH-09); messages are in the reader's language. */
import { z } from 'zod';
import type { Translate } from '~/i18n/translate';

/** New passwords only: an old one is whatever the ERP took at the time. */
const passwordLength = { min: 8, max: 200 };

const filled = (t: Translate) =>
  z
    .string({ error: t('common:form.required') })
    .trim()
    .min(1, t('common:form.required'))
    .max(254);

const newPassword = (t: Translate) =>
  z
    .string({ error: t('common:form.required') })
    .min(passwordLength.min, t('account:password.short', { count: passwordLength.min }))
    .max(passwordLength.max, t('account:password.long', { count: passwordLength.max }));

/** The fields of a form, as they are posted. */
export type FieldsOf<Form extends (t: Translate) => z.ZodType> = z.input<ReturnType<Form>>;

export const signInForm = (t: Translate) =>
  z.object({
    login: filled(t),
    password: z.string({ error: t('common:form.required') }).max(passwordLength.max),
    target: z.string().optional(),
  });

/** Nothing is sent unless all three are there. */
export const registerForm = (t: Translate) =>
  z.object({ name: filled(t), login: filled(t), password: newPassword(t) });

export const forgottenForm = (t: Translate) => z.object({ login: filled(t) });

export const newPasswordForm = (t: Translate) =>
  z.object({ token: z.string().min(1).max(2_000), password: newPassword(t) });
