/** A visitor's wish to receive the newsletter. */
import { z } from 'zod';
import { typedFields } from '~/features/contact/typed-fields';
import type { Translate } from '~/i18n/translate';

export const newsletterForm = (t: Translate) =>
  z.object({
    /** The form of the home page has none: visitors' pages may be shared by caches. */
    tx: z.uuid().optional(),
    email: typedFields(t).email(),
  });

export type NewsletterFields = z.input<ReturnType<typeof newsletterForm>>;
