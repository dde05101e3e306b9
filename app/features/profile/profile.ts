/** What the office knows of the customer; shown, not edited here: changes are asked for. */
import { z } from 'zod';
import type { Translate } from '~/i18n/translate';

export interface Profile {
  name: string | null;
  email: string | null;
  phone: string | null;
  mobile: string | null;
  vat: string | null;
  /** Customer number. */
  ref: string | null;
  /** Null: the office does not tell, and the switch is not shown. */
  newsletter: boolean | null;
}

export const maxRequestLength = 2000;

/** A change that the customer asks for: of one address, or of anything else. */
export const changeForm = (t: Translate) =>
  z.object({
    tx: z.uuid(),
    address: z.coerce.number().int().positive().max(2_147_483_647).optional(),
    text: z
      .string({ error: t('common:form.required') })
      .transform((value) => value.replace(/\r\n?/g, '\n').trim())
      .pipe(
        z
          .string()
          .min(1, t('common:form.required'))
          .max(maxRequestLength, t('profile:change.tooLong', { max: maxRequestLength })),
      ),
  });
