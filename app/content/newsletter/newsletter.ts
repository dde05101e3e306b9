/** A visitor's request to receive the newsletter. */
import { z } from 'zod';
import type { Translate } from '~/base/i18n/translate';
import { emailLine } from '~/base/kernel/email';

const maxEmailLength = 254;

export const newsletterForm = (t: Translate) =>
  z.object({
    /** The form of the home page has none: visitors' pages may be shared by caches. */
    tx: z.uuid().optional(),
    email: emailLine(
      z.string().trim().min(1, t('common:form.required')).max(maxEmailLength),
      t('common:form.email'),
    ),
  });

export type NewsletterFields = z.input<ReturnType<typeof newsletterForm>>;
