/** The contact form, which creates a lead in the ERP (CMS-05). */
import { z } from 'zod';
import type { Translate } from '~/base/i18n/translate';
import { emailLine } from '~/base/kernel/email';
import { isPhone } from '~/base/kernel/phone';
import { lines } from '~/base/kernel/text';

export const maxLetterLength = 4000;
const limits = { subject: 120, name: 100, email: 254, phone: 30, line: 100, zip: 12 } as const;

/** Subjects that the form offers if the ERP lists none. */
export const builtInSubjects = [
  'product',
  'order',
  'return',
  'invoice',
  'account',
  'other',
] as const;

/** Schema of the contact form. Repeated posts with the same `tx` send one letter. */
export function contactForm(t: Translate) {
  const missing = { error: t('common:form.required') };
  const short = (max: number) => z.string().trim().max(max);
  const filled = (max: number) => short(max).min(1, missing);
  const maybe = (max: number) => short(max).default('');
  const phone = maybe(limits.phone).refine((typed) => typed === '' || isPhone(typed, null), {
    error: t('common:form.phone'),
  });
  return z.object({
    tx: z.uuid(),
    subject: filled(limits.subject),
    description: lines().min(1, missing).max(maxLetterLength),
    name: filled(limits.name),
    email: emailLine(filled(limits.email), t('common:form.email')),
    company: maybe(limits.line),
    phone,
    mobile: phone,
    street: maybe(limits.line),
    zip: maybe(limits.zip),
    city: maybe(limits.line),
    country: maybe(limits.line),
  });
}

export type ContactFields = z.input<ReturnType<typeof contactForm>>;
export type Letter = Omit<z.output<ReturnType<typeof contactForm>>, 'tx'>;

/** Form fields that are appended to the letter, one line each; empty fields are left out. */
const folded = ['name', 'company', 'phone', 'mobile', 'street', 'zip', 'city', 'country'] as const;

/**
 * The letter with the contact data below it, as one text (contract/erp.md 8.7); `customer` is the number of a signed-in
 * customer.
 */
export function letterText(letter: Letter, customer: string | null, t: Translate): string {
  const facts = folded
    .filter((name) => letter[name] !== '')
    .map((name) =>
      t('common:form.error', { label: t(`contact:field.${name}`), text: letter[name] }),
    );
  const number = customer
    ? [t('common:form.error', { label: t('contact:customer'), text: customer })]
    : [];
  return [letter.description, '', ...number, ...facts].join('\n');
}
