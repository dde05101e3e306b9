/** Schema of a guest's newsletter request. */
import { z } from 'zod';
import type { Translate } from '~/base/i18n/translate';
import { emailLine } from '~/base/kernel/email';

const maxEmailLength = 254;

export const newsletterForm = (t: Translate) =>
  z.object({
    /** Idempotency key. The form on the home page has none, because all guests may share one cached page. */
    tx: z.uuid().optional(),
    email: emailLine(
      z.string().trim().min(1, t('common:form.required')).max(maxEmailLength),
      t('common:form.email'),
    ),
  });

export type NewsletterFields = z.input<ReturnType<typeof newsletterForm>>;
